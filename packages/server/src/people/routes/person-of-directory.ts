import { type Principal, ProblemError } from '@charter/runtime'
import { addressOf } from '@charter/runtime/http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { equals } from '../../scim/equals.ts'
import { handleOf } from '../../scim/handle.ts'
import { type PeopleParts, style } from './parts.ts'

const timeoutMs = 30_000

/** Whom the directory of an owner's organisation made with an address, as long as they have not joined; null where it made nobody. */
export const personOfDirectory = async (
  { service, accounts }: PeopleParts,
  request: FastifyRequest,
  principal: Principal,
  email: string,
): Promise<string | null> => {
  const said = [equals('email', email), equals('handle', handleOf(email))]
  const outcome = await service.execute({
    operation: 'DirectoryUser.list',
    input: {},
    select: { fields: ['personId'], filter: { kind: 'or', of: said }, limit: 2 },
    principal,
    context: {
      deadlineMs: Date.now() + timeoutMs,
      origin: { style, address: addressOf(request), requestId: request.id },
    },
  })
  if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
  const { items } = listed.parse(outcome.kind === 'value' ? outcome.value : null)
  // Two of one address are told apart by nobody here.
  const [found, ...others] = items
  return found && others.length === 0 && !(await accounts.isThere(found.personId)) ? found.personId : null
}

const listed = z.object({ items: z.array(z.object({ personId: z.string() })) })
