import { instantAt } from '../values/instant-at.ts'
import { type Json, ownMember } from '../values/json.ts'
import type { Type } from '../values/type.ts'
import { credentialKinds, type Principal } from './call.ts'

export interface AskedValue {
  /** As conditions say it. */
  readonly of: 'principal' | 'context'
  readonly name: string
  readonly type: Type
  readonly isRequired: boolean
}

const credentialType: Type = { kind: 'enum', values: credentialKinds }

/** What every charter's conditions may ask of a call, by the name of its operand, which no attribute can have. */
export const askedValues: ReadonlyMap<string, AskedValue> = new Map([
  ['call.credential', { of: 'principal', name: 'credential', type: credentialType, isRequired: true }],
  ['call.strongAge', { of: 'principal', name: 'strongAge', type: { kind: 'int32' }, isRequired: false }],
  ['call.style', { of: 'context', name: 'style', type: { kind: 'text' }, isRequired: true }],
  ['call.address', { of: 'context', name: 'address', type: { kind: 'text' }, isRequired: false }],
  ['call.now', { of: 'context', name: 'now', type: { kind: 'instant' }, isRequired: true }],
  ['call.today', { of: 'context', name: 'today', type: { kind: 'date' }, isRequired: true }],
])

/** Who is asking, as far as predicates see it. */
export type Subject = Pick<Principal, 'id' | 'roles' | 'attributes' | 'asked'> & Partial<Pick<Principal, 'credential'>>

/** The value of a principal's operand, `plusMs` later where it is a moment; undefined where there is none. */
export const principalValue = (
  { id, attributes, credential, asked }: Subject,
  name: string,
  plusMs = 0,
): Json | undefined => {
  switch (name) {
    case 'id':
      return id
    case 'call.credential':
      return credential
    case 'call.strongAge':
      return asked?.strongAge
    case 'call.style':
      return asked?.style
    case 'call.address':
      return asked?.address
    case 'call.now':
      return asked && instantAt(asked.nowMs + plusMs)
    case 'call.today':
      return asked && instantAt(asked.nowMs + plusMs).slice(0, 10)
    default:
      return ownMember(attributes, name)
  }
}
