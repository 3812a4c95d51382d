import { type Condition, constrained, type ReadType } from '@charter/sql'
import type { LossReason } from './loss-reasons.ts'

/**
 * The type that a declared column type means, by its common names and then by SQLite's affinity rules
 * (sqlite.org/datatype3.html, section 3.1). Rows may disobey; reading them is `render/select.ts`.
 */
export const typeOf = (declared: string, conditions: readonly Condition[]): ReadType<LossReason> => {
  const enumeration = conditions.find((each) => each.values)
  if (enumeration?.values) return { type: { kind: 'enum', values: enumeration.values } }
  if (conditions.some((each) => each.isJson)) return { type: { kind: 'json' } }
  const read = named(declared)
  return { ...read, type: constrained(read.type, conditions) }
}

// INT holds 64 bits in SQLite, as INTEGER does; these names promise less.
const int32 = /^(?:(?:tiny|small|medium)int|int2|int4|year)$/
const int64 = /int/
const textual = /char|clob|text/
const moment = /^(?:datetime|timestamp)/
const float = /real|floa|doub/

const named = (declared: string): ReadType<LossReason> => {
  const [, base = '', first] = /^\s*([^(]*?)\s*(?:\(\s*(\d*)|$)/.exec(declared.toLowerCase()) ?? []
  if (base === '') {
    const sentence = 'It declares no type, so its values are served as text.'
    return { type: { kind: 'text' }, loss: { reason: 'unsupported-type', sentence } }
  }
  if (/^bool/.test(base)) return { type: { kind: 'boolean' } }
  if (int32.test(base)) return { type: { kind: 'int32' } }
  if (int64.test(base) && base !== 'interval' && base !== 'point') return { type: { kind: 'int64' } }
  if (textual.test(base))
    return { type: { kind: 'text', ...(first && Number(first) > 0 && { lengthMax: Number(first) }) } }
  if (base === 'blob') return { type: { kind: 'bytes' } }
  if (float.test(base)) return { type: { kind: 'float64' } }
  if (base === 'date') return { type: { kind: 'date' } }
  if (moment.test(base)) return { type: { kind: 'dateTime' } }
  if (base === 'time') return { type: { kind: 'time' } }
  if (/^jsonb?$/.test(base)) return { type: { kind: 'json' } }
  if (/^(?:uuid|guid|uniqueidentifier)$/.test(base)) return { type: { kind: 'text', lengthMax: 38 } }
  if (/^(?:numeric|decimal|dec|money|number)$/.test(base)) {
    const sentence = `SQLite keeps ${declared} as a binary float; say \`type: decimal\` with at most 15 digits if the values are exact.`
    return { type: { kind: 'float64' }, loss: { reason: 'inexact-number', sentence } }
  }
  const sentence = `SQLite gives ${declared} no meaning, so its values are served as text.`
  return { type: { kind: 'text' }, loss: { reason: 'unsupported-type', sentence } }
}
