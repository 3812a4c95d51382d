/** The token lives as long as this tab: not in the address, not in the history, not in what the browser keeps. */
const name = 'ledger-token'

export const isSignedIn = () => sessionStorage.getItem(name) !== null
export const keepToken = (token) => sessionStorage.setItem(name, token)
export const forgetToken = () => sessionStorage.removeItem(name)

/** What the ledger answered instead of what was asked for. */
export class Refused extends Error {
  constructor(status, { detail, errors = [] }) {
    super(detail)
    this.status = status
    this.errors = errors
  }
}

/**
 * Asks as the reader. Rejects with Refused, or with a Refused of status 0 where nobody answered.
 * @param {string} path
 * @param {{ signal?: AbortSignal, headers?: Record<string, string> }} [options]
 */
export const ask = async (path, { signal, headers = {} } = {}) => {
  const authorization = `Bearer ${sessionStorage.getItem(name) ?? ''}`
  const answer = await fetch(path, { signal, headers: { ...headers, authorization } }).catch((error) => {
    if (error.name === 'AbortError') throw error
    throw new Refused(0, { detail: 'The ledger does not answer. Is it running, and reachable from here?' })
  })
  if (answer.ok) return answer
  const said = await answer.json().catch(() => ({ detail: `The ledger answered ${answer.status}.` }))
  if (answer.status === 401) {
    forgetToken()
    dispatchEvent(new CustomEvent('signed-out', { detail: said.detail }))
  }
  throw new Refused(answer.status, said)
}

export const askJson = async (path, options) => (await ask(path, options)).json()
