import type { Principal } from '@charter/runtime'
import type { FastifyRequest } from 'fastify'
import { callAs } from '../../scim/call-as.ts'
import { equals } from '../../scim/equals.ts'
import { handleOf } from '../../scim/handle.ts'
import { type PeopleParts, style } from './parts.ts'

/** Whom the directory of an owner's organisation made with an address, as long as they have not joined; null where it made nobody. */
export const personOfDirectory = async (
  { service, accounts }: PeopleParts,
  request: FastifyRequest,
  principal: Principal,
  email: string,
): Promise<string | null> => {
  const said = [equals('email', email), equals('handle', handleOf(email))]
  const select = { fields: ['personId'], filter: { kind: 'or', of: said }, limit: 2 } as const
  const call = callAs(service, request, { principal, style })
  const { items } = await call<{ readonly items: readonly { readonly personId: string }[] }>(
    'DirectoryUser.list',
    {},
    select,
  )
  // Two of one address are told apart by nobody here.
  const [found, ...others] = items
  return found && others.length === 0 && !(await accounts.isThere(found.personId)) ? found.personId : null
}
