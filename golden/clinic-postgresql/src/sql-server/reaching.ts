import { ProblemError, problem } from '../runtime/index.ts'
import type { Address } from './address.ts'

/** Where a session goes to. */
export interface Target {
  /** `PostgreSQL`. */
  readonly title: string
  readonly server: string
  readonly user: string
  readonly database: string
}

/** What to do about a failure, by its code. Holds no password. */
export type Sentences = Readonly<Record<string, (target: Target) => string>>

export const targetOf = (title: string, { host, port, user = '', database = '' }: Address): Target => ({
  title,
  server: `${host}:${port}`,
  user,
  database,
})

/**
 * What to do when a server cannot be reached or does not let one in: one sentence, which holds no password; null where
 * the failure is another. Codes of Node.js (errors.html#common-system-errors), and those of the server in `own`.
 */
export const reachingSentence = (error: Error, target: Target, own: Sentences): string | null => {
  const code = 'code' in error ? String(error.code) : ''
  return (own[code] ?? network[code])?.(target) ?? sentenceOfMessage(error.message, target)
}

/** The same as a ProblemError, whose private cause says what to do where that is known: it may be over soon. */
export const unreachable = (error: unknown, meant: unknown, sentence: string | null): ProblemError => {
  const cause = sentence === null ? error : new Error(sentence, { cause: error })
  const known = meant instanceof ProblemError ? meant.problem : problem('unavailable', { retryAfterSeconds: 1 })
  return new ProblemError({ ...known, cause })
}

const network: Sentences = {
  ECONNREFUSED: ({ server, title }) =>
    `Nothing listens at ${server}. Start ${title} there, or correct host and port in the URL.`,
  ENOTFOUND: ({ server }) => `The host of ${server} has no address. Correct the host in the URL.`,
  EAI_AGAIN: ({ server }) =>
    `The host of ${server} cannot be looked up now. Try again, or correct the host in the URL.`,
  ETIMEDOUT: ({ server }) => `${server} did not answer in time. Check the network and the firewall in between.`,
  ENOENT: ({ server, title }) => `There is no socket at ${server}. Start ${title} there, or correct the URL.`,
}

const sentenceOfMessage = (message: string, { server }: Target): string | null => {
  if (/timeout/i.test(message))
    return `${server} did not answer in time. Check the network in between, or try again with a longer deadline.`
  if (/does not support (?:SSL|secure)/i.test(message))
    return `${server} does not speak TLS, which the URL asks for. Take sslmode out of the URL, or turn TLS on at the server.`
  if (/certificate/i.test(message))
    return `The certificate of ${server} is not trusted: ${message}. Name its authority with ?sslrootcert=<file>.`
  if (/password must be a string|no password|SASL/i.test(message))
    return `${server} asks for a password. Put one into the URL.`
  return /terminated|closed|ECONN|lost/i.test(message)
    ? `${server} closed the connection. Look into its log, and try again.`
    : null
}
