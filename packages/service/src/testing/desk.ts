import type { Principal } from '@charter/runtime'
import type { ServiceHooks } from '@charter/runtime/service'
import { type ClinicOptions, type Opened, open } from './clinic.ts'

/** A desk that organisations share: rows say who belongs where, with which roles, and each organisation writes roles of its own. */
export const deskText = (database = 'sqlite'): string => `
charter: 1
name: desk
serves: [rest]
sources: { main: { own: ${database} } }
access:
  accepts: [jwt, api-key]
  roles: [owner, agent, reader, visitor]
  tenancy: { field: organisationId, claim: organisation }
  membership: { entity: Member, roles: role.grants, while: active, signedIn: visitor }
  principal:
    team: { type: text, member: team }
    region: { type: text, claim: region }
entities:
  Organisation:
    key: id
    shared: true
    hooks: [after]
    fields: { id: { type: uuid, default: generated }, name: { type: text, length: 1..80 } }
    allow:
      visitor: { do: [create] }
      reader: { do: [read], when: 'true' }
  Role:
    key: id
    fields:
      id: { type: uuid, default: generated }
      organisationId: { type: text, length: 1..40, default: tenant }
      name: { type: text, length: 1..40 }
      grants: { type: array, items: { type: text, length: 1..40 }, size: ..10 }
    allow: { owner: { do: [create, read, update, list, delete] } }
  Member:
    key: id
    person: personId
    unique: [[personId]]
    fields:
      id: { type: uuid, default: generated }
      organisationId: { type: text, length: 1..40, default: tenant }
      personId: { type: text, length: 1..80 }
      active: { type: boolean, default: true }
      team: { type: text, length: 1..40, optional: true }
    relations: { role: { one: Role } }
    allow:
      owner: { do: [create, read, update, list, delete] }
  Ticket:
    key: id
    fields:
      id: { type: uuid, default: generated }
      organisationId: { type: text, length: 1..40, default: tenant }
      title: { type: text, length: 1..80 }
      team: { type: text, length: 1..40, optional: true }
    allow:
      owner: { do: [create, read, update, list, delete] }
      agent: { do: [create, read, list, update], when: principal has team && resource.team == principal.team }
      reader: { do: [read, list] }
operations:
  openTicketIn:
    input: { organisation: { type: text }, isWithin: boolean }
    result: Ticket
    rights: service
policies: |
  permit(principal, action == Action::"Ticket.audit", resource);
  permit(principal in Role::"visitor", action == Action::"openTicketIn", resource);
`

/** Who makes an organisation is its first member, in the same transaction. */
export const deskHooks: ServiceHooks = {
  Organisation: {
    after: async (
      { row }: { readonly row: { readonly id: string } },
      { rows, principal }: import('@charter/runtime/service').HookContext,
    ) => {
      const inside = rows.within(row.id)
      const role = await inside.create('Role', { name: 'Owners', grants: ['owner'] })
      await inside.create('Member', { personId: principal.id, roleId: String(role.id) })
    },
  } as ServiceHooks[string],
}

export interface Desk extends Opened {
  /** A token of development that says who it is, and no role. */
  token(person: string, claims?: Readonly<Record<string, string>>, roles?: readonly string[]): Promise<string>
  /** Whom a token proves, in an organisation. */
  who(person: string, organisation?: string, claims?: Readonly<Record<string, string>>): Promise<Principal>
}

export const openDesk = async (options: ClinicOptions & { readonly database?: string } = {}): Promise<Desk> => {
  const opened = await open({ text: deskText(options.database), hooks: deskHooks, ...options })
  const tokens = new Map<string, Promise<string>>()
  const token: Desk['token'] = (person, claims = {}, roles = []) => {
    const name = JSON.stringify([person, claims, roles])
    const made =
      tokens.get(name) ?? opened.service.development?.token(roles, { sub: person, ...claims }) ?? Promise.reject()
    tokens.set(name, made)
    return made
  }
  return {
    ...opened,
    token,
    who: async (person, organisation, claims) => {
      const text = await token(person, claims)
      const found = await opened.service.authenticate({
        kind: 'bearer',
        text,
        ...(organisation !== undefined && { organisation }),
      })
      if (!found) throw new Error('nobody')
      return found
    },
  }
}
