/** What GraphiQL keeps of this charter alone: another may be served from this address tomorrow. */
export const keptFor = (name) => {
  const prefix = `graphiql of ${name} `
  const names = () => Object.keys(localStorage).filter((each) => each.startsWith(prefix))
  return {
    getItem: (key) => localStorage.getItem(prefix + key),
    setItem: (key, value) => localStorage.setItem(prefix + key, value),
    removeItem: (key) => localStorage.removeItem(prefix + key),
    clear: () => names().forEach((each) => void localStorage.removeItem(each)),
    get length() {
      return names().length
    },
  }
}
