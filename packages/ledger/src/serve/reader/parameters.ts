import { errorPointer, type InputErrorCode, InputErrors, instantOf, ProblemError, problem } from '@charter/runtime'
import type { FastifyRequest } from 'fastify'

/** Reads the text of one parameter; what it refuses, it says why. */
export type ReadParameter<Value> = (text: string) => { readonly value: Value } | Refusal

interface Refusal {
  readonly code: InputErrorCode
  readonly message: string
}

type Read<Readers> = {
  readonly [Name in keyof Readers]?: Readers[Name] extends ReadParameter<infer Value> ? Value : never
}

/**
 * The parameters of a request's query, each at most once. Throws the problem `invalid-input` with all that is wrong with
 * them, also those that nobody asked for: a mistyped filter would otherwise find everything.
 */
export const readParameters = <Readers extends Readonly<Record<string, ReadParameter<unknown>>>>(
  request: FastifyRequest,
  readers: Readers,
): Read<Readers> => {
  const errors = new InputErrors()
  const values: Record<string, unknown> = {}
  const refuse = (name: string, { code, message }: Refusal) => errors.push({ path: errorPointer(name), code, message })
  const asked = new URL(request.raw.url ?? '/', 'http://ledger').searchParams
  for (const name of new Set(asked.keys())) {
    const texts = asked.getAll(name)
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (!read) refuse(name, { code: 'unknown', message: `Use ${Object.keys(readers).join(', ')} here.` })
    else if (texts.length > 1) refuse(name, { code: 'duplicate', message: 'Give it once.' })
    else {
      const found = read(texts[0] ?? '')
      if ('value' in found) values[name] = found.value
      else refuse(name, found)
    }
  }
  if (errors.length > 0) throw new ProblemError(problem('invalid-input', { errors }))
  // Each value came from the reader of its name.
  return values as Read<Readers>
}

const textMax = 512

export const anyText: ReadParameter<string> = (text) =>
  text === ''
    ? { code: 'too-short', message: 'Give a value, or leave it out.' }
    : text.length > textMax
      ? { code: 'too-long', message: `Give ${textMax} characters at most.` }
      : { value: text }

export const instant: ReadParameter<string> = (text) => {
  const value = instantOf(text)
  return value === undefined
    ? { code: 'format', message: 'Give an instant in UTC like 2026-03-31T14:30:00Z.' }
    : { value }
}

/** Digits alone, as they are written: `1e3` and `+1` are not numbers of entries. */
export const wholeNumber =
  (min: number, max: number = Number.MAX_SAFE_INTEGER): ReadParameter<number> =>
  (text) => {
    const value = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN
    if (!Number.isSafeInteger(value)) return { code: 'format', message: 'Give a whole number.' }
    if (value < min) return { code: 'too-small', message: `Give ${min} or more.` }
    return value > max ? { code: 'too-large', message: `Give ${max} or less.` } : { value }
  }

export const oneOf =
  <const Word extends string>(...words: readonly Word[]): ReadParameter<Word> =>
  (text) => {
    const value = words.find((word) => word === text)
    return value === undefined ? { code: 'not-in-enum', message: `Give ${words.join(' or ')}.` } : { value }
  }
