import { ProblemError, parseJson, problem } from '@charter/runtime'
import type { FastifyRequest } from 'fastify'

/** Code units of one text: an address of e-mail has at most 254, a password less than this. */
const lengthMax = 512
/** What an authenticator answers has keys and signatures in it. */
const passkeyLengthMax = 6144

/**
 * The texts of these names that a form, or a JSON object, holds; one that is not there is empty. Whatever else was sent is not looked at. Throws a
 * ProblemError (`malformed`) for what cannot be read, or holds one twice.
 */
export const readTexts = <Name extends string>(
  { headers, body }: FastifyRequest,
  names: readonly Name[],
): Readonly<Record<Name, string>> => {
  const text = Buffer.isBuffer(body) ? body.toString() : ''
  const read = headers['content-type']?.startsWith('application/json') ? jsonTexts(text) : formTexts(text)
  // Each name is one of them.
  return Object.fromEntries(names.map((name) => [name, textAt(read, name)])) as Record<Name, string>
}

const textAt = (read: ReadonlyMap<string, unknown>, name: string): string => {
  const found = read.get(name) ?? ''
  const most = name === 'passkey' ? passkeyLengthMax : lengthMax
  if (typeof found !== 'string' || found.length > most)
    throw unreadable(`"${name}" is no text of at most ${most} characters.`)
  return found
}

const formTexts = (text: string): ReadonlyMap<string, string> => {
  const fields = [...new URLSearchParams(text)]
  const read = new Map(fields)
  if (read.size !== fields.length) throw unreadable('Each field is sent once.')
  return read
}

const jsonTexts = (text: string): ReadonlyMap<string, unknown> => {
  if (text === '') return new Map()
  const read = parseJson(text)
  if ('errors' in read || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    throw unreadable('The body is no JSON object.')
  return new Map(Object.entries(read.value))
}

const unreadable = (detail: string): ProblemError => new ProblemError(problem('malformed', { detail }))
