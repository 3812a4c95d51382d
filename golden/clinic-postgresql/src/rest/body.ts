import { isUtf8 } from 'node:buffer'
import { type Json, type Problem, parseJson, problem } from '../runtime/index.ts'

export type Body = { readonly value: Json } | { readonly problem: Problem }

/** The JSON of a body as it came in. Nothing sent: a problem that says so. */
export const readBody = (raw: unknown): Body => {
  if (!Buffer.isBuffer(raw) || raw.length === 0)
    return {
      problem: problem('invalid-input', {
        errors: [{ path: '', code: 'required', message: 'Send a JSON body, with Content-Type: application/json.' }],
      }),
    }
  // RFC 8259 section 8.1: JSON between systems is UTF-8.
  if (!isUtf8(raw)) return { problem: problem('malformed', { detail: 'The body is not UTF-8.' }) }
  const parsed = parseJson(raw.toString('utf8'))
  return 'value' in parsed ? parsed : { problem: unparsed(parsed.errors) }
}

const unparsed = (errors: NonNullable<Problem['errors']>): Problem =>
  errors.some(({ code }) => code === 'format')
    ? problem('malformed', { detail: errors[0]?.message ?? 'The body is not JSON.' })
    : problem('invalid-input', { errors })
