import { hash } from 'node:crypto'

/** Code units of a text that a client, or its token, put into an entry. */
const textMax = 256

/** A text as it goes on record: one that is longer than any of ours is cut, with the SHA-256 of it whole, so that it can still be told from others. */
export const recordedText = (text: string): string =>
  text.length <= textMax ? text : `${text.slice(0, 160).toWellFormed()}…sha256:${hash('sha256', text, 'hex')}`

/** Code units of an entry's line: a ledger takes 2 MiB at once, and everything in an entry is bounded where it is made. */
const entryMax = 2 ** 17

/**
 * An entry as a log takes it: one that is too long to be sent to a ledger is kept with its texts cut, and the digests of those, in its
 * place. No line stops the ones behind it.
 */
export const shippableEntry = (entry: string): string =>
  entry.length <= entryMax ? entry : JSON.stringify(cut(JSON.parse(entry)))

const cut = (value: unknown): unknown => {
  if (typeof value === 'string') return recordedText(value)
  if (Array.isArray(value)) return value.slice(0, 100).map(cut)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([name, each]) => [name, cut(each)]),
  )
}
