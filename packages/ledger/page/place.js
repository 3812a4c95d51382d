/**
 * What is shown stands in the fragment, `#/search?outcome=forbidden`: it is the reader's own, and no server is told of it.
 * A token never stands there.
 * @returns {{ section: string, id: string, params: URLSearchParams }}
 */
export const place = () => {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const [section = '', id = ''] = path.split('/')
  return { section: section || 'trail', id, params: new URLSearchParams(query) }
}

export const placeOf = (section, id = '', params = {}) => {
  const query = new URLSearchParams(
    Object.entries(params).filter(([, value]) => value !== '' && value !== undefined),
  ).toString()
  return `#/${section}${id === '' ? '' : `/${id}`}${query === '' ? '' : `?${query}`}`
}

/** Changes what the address says of this view without a new entry in the history. */
export const replacePlace = (params) => {
  const { section, id } = place()
  history.replaceState(null, '', placeOf(section, id, params))
}
