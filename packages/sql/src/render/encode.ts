import { canonicalJson, type Json, microsOf, scaledOf } from '@charter/runtime'
import type { Param } from '../store/fragment.ts'
import type { Storage } from '../store/stored-as.ts'

type Bound = Extract<Param, { kind: 'value' }>['value']

/** A canonical value as its column stores it, for values that a charter itself holds (rules, defaults, samples). */
export const encoded = (storage: Storage, value: Json): Bound => {
  if (value === null) return null
  switch (storage.kind) {
    case 'text':
    case 'numeric':
    case 'date':
    case 'time':
      return String(value)
    case 'integer':
    case 'real':
    case 'asserted':
    case 'safeInteger':
      return Number(value)
    case 'boolean':
      return value === true ? 1 : 0
    case 'bigint':
      return { bigint: String(value) }
    case 'scaled':
      return { bigint: scaledOf(String(value), storage.scale).toString() }
    case 'micros':
      return { bigint: microsOf(String(value)).toString() }
    case 'timestamptz':
      return `${String(value).slice(0, 10)} ${String(value).slice(11, -1)}+00`
    case 'timestamp':
    case 'utc':
    case 'spacedDateTime':
      return String(value).replace('T', ' ').replace('Z', '')
    case 'json':
      return canonicalJson(value)
    case 'blob':
      return Uint8Array.from(Buffer.from(String(value), 'base64'))
    case 'uuidBlob':
      return Uint8Array.from(Buffer.from(String(value).replaceAll('-', ''), 'hex'))
  }
}
