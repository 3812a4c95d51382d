import { type Principal, ProblemError, problem } from '@charter/runtime'
import { apiKeyOf, rememberApiKey, type Service } from '@charter/runtime/service'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type CallAs, callAs } from './call-as.ts'
import { equals } from './equals.ts'

/** What of the platform's service is asked for a directory. */
export type DirectoryService = Pick<Service, 'execute' | 'state' | 'recordSignIn' | 'onBug' | 'refusals'>

/** The directory of one organisation: what it asks goes by the rules of the platform's charter, and is on its record. */
export interface Directory {
  readonly organisation: string
  /** Whoever made its key: what it does they did. */
  readonly maker: string
  readonly call: CallAs
}

/** How what a directory does is called on record. */
export const style = 'scim'

/**
 * Who asks, where they showed a key that an owner made for the directory of the organisation in the path, and is one still. Rejects with a ProblemError
 * (`forbidden`) for every other credential.
 */
export const directoryOf = async (service: DirectoryService, request: FastifyRequest): Promise<Directory> => {
  const { organisation } = params.parse(request.params)
  const { principal } = request
  const keyId = principal?.credential === 'api-key' ? apiKeyOf(principal) : undefined
  const key = keyId === undefined ? null : await service.state.findApiKeyById(keyId)
  if (!principal || !key?.roles.includes('directory') || principal.tenant !== organisation) throw forbidden(ofItsOwn)
  const directory = directoryAs(service, request, { maker: principal.id, organisation, keyId })
  if (!(await isOwner(directory))) throw forbidden('Whoever made this key is no owner of the organisation any more.')
  return directory
}

const params = z.object({ organisation: z.string() })

const ofItsOwn = 'Show the key that an owner made for the directory of this organisation.'

const forbidden = (detail: string): ProblemError => new ProblemError(problem('forbidden', { detail }))

interface As {
  readonly maker: string
  readonly organisation: string
  readonly keyId: string | undefined
}

const directoryAs = (
  service: DirectoryService,
  request: FastifyRequest,
  { maker, organisation, keyId }: As,
): Directory => {
  const principal: Principal = {
    id: maker,
    roles: ['directory'],
    attributes: {},
    tenant: organisation,
    credential: 'api-key',
  }
  rememberApiKey(principal, keyId)
  return { organisation, maker, call: callAs(service, request, { principal, style }) }
}

interface Membership {
  readonly isActive: boolean
  readonly role: { readonly grants: readonly string[] } | null
}

const isOwner = async ({ call, maker }: Directory): Promise<boolean> => {
  const include = { role: { fields: ['grants'] } }
  const select = { fields: ['isActive'], include, filter: equals('personId', maker), limit: 100 }
  const { items } = await call<{ readonly items: readonly Membership[] }>('Member.list', {}, select)
  return items.some(({ isActive, role }) => isActive && role?.grants.includes('owner'))
}
