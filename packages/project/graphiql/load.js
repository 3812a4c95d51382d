import { opened } from '/_charter/opened.js'

/** Thrown with a sentence for whoever looks. */
export class NotLoaded extends Error {
  /** @param {string} title @param {string} message */
  constructor(title, message) {
    super(message)
    this.title = title
  }
}

/** What the development page is told, with a token for every role. Rejects with NotLoaded. */
export const loadPage = async () => {
  const answer = await fetch('/_charter/page.json', { headers: opened() }).catch(() => null)
  if (answer?.ok) return answer.json()
  if (answer?.status === 401)
    throw new NotLoaded(
      'Open the development page first',
      'GraphiQL asks as a role, with its token, so it opens only in a browser that has opened the whole address that the service printed when it started, with the secret in it. Open that address, then come back here.',
    )
  throw new NotLoaded(
    'The service does not answer',
    'Start it again in the terminal it was started in, then load this page anew.',
  )
}
