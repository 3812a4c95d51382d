const name = 'charter-page'

/** Keeps the seal with which the page's address opened it, for this origin alone, its port too, and takes it out of the address. */
export const enter = () => {
  const [, seal] = /^#opened=([\w.-]+)$/.exec(location.hash) ?? []
  if (seal === undefined) return
  localStorage.setItem(name, seal)
  history.replaceState(null, '', location.pathname)
}

/** The header that every request of the page's own goes with. */
export const opened = () => ({ 'x-charter-page': localStorage.getItem(name) ?? '' })
