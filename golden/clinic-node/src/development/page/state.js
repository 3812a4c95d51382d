/**
 * What is shown stands in the address: `#/operations/Patient.read?as=clinician`. Going back goes back.
 * @returns {{ section: string, id: string, params: URLSearchParams }}
 */
export const readState = () => {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?')
  const [section = '', ...rest] = path.split('/')
  return { section: section || 'overview', id: decodeURIComponent(rest.join('/')), params: new URLSearchParams(query) }
}

/** An address within the page, keeping who is asking. */
export const linkTo = (section, id = '', changes = {}) => {
  const { params } = readState()
  const next = new URLSearchParams()
  if (params.get('as')) next.set('as', params.get('as'))
  for (const [name, value] of Object.entries(changes)) next.set(name, value)
  const query = next.toString()
  return `#/${section}${id ? `/${encodeURIComponent(id)}` : ''}${query ? `?${query}` : ''}`
}

/** Changes one parameter without a new entry in the history. */
export const replaceParam = (name, value) => {
  const { section, id, params } = readState()
  if (value === '') params.delete(name)
  else params.set(name, value)
  const query = params.toString()
  history.replaceState(null, '', `#/${section}${id ? `/${encodeURIComponent(id)}` : ''}${query ? `?${query}` : ''}`)
}
