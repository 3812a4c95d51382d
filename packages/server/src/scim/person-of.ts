import { uuidv7 } from '@charter/runtime/service'
import { isEmail } from '../people/is-email.ts'
import type { Directory } from './directory.ts'
import { equals } from './equals.ts'
import type { ScimParts } from './parts.ts'
import type { UserValues } from './user-values.ts'

/** Who a user of a directory is here. */
export interface PersonOf {
  readonly person: string
  /** Whom to invite; null: they have joined, or nobody knows where to write to. */
  readonly invited: string | null
}

/**
 * Somebody new, but where an owner made the account of this address a member: who has an account elsewhere on the platform is nobody of this
 * organisation, and an address proves nobody to be its reader.
 */
export const personOf = async (
  { accounts, nowMs }: ScimParts,
  { call }: Directory,
  { userName = '', email }: UserValues,
): Promise<PersonOf> => {
  const address = [email, userName].find(isEmail) ?? null
  const known = address === null ? null : await accounts.find(address)
  const person = known?.person ?? uuidv7(nowMs())
  const select = { fields: ['id'], filter: equals('personId', person), limit: 1 }
  const { items } = await call<{ readonly items: readonly object[] }>('Member.list', {}, select)
  return items.length > 0 ? { person, invited: null } : { person: known ? uuidv7(nowMs()) : person, invited: address }
}
