import { z } from 'zod'
import { allOf } from './listed.ts'
import { firstOf, type PlatformCalls } from './platform-calls.ts'

/** Who asks a platform, and what they may do there. */
export interface Who {
  /** As rows know them. */
  readonly person: string
  /** Null where they are of none, or of none that was chosen. */
  readonly organisation: { readonly id: string; readonly name: string } | null
  readonly roles: readonly { readonly name: string; readonly grants: readonly string[] }[]
}

/** Rejects with a PlatformRefused. */
export const whoAmI = async (calls: PlatformCalls, token: string): Promise<Who> => {
  const person = personOf(token)
  const organisation = await firstOf<'Organisation'>(calls, 'organisations')
  if (!organisation) return { person, organisation: null, roles: [] }
  const where = `filter[personId]=${encodeURIComponent(person)}&filter[isActive]=true`
  const members = await allOf<'Member'>(calls, `members?${where}`)
  const roles = await Promise.all(
    [...new Set(members.flatMap(({ roleId }) => roleId ?? []))].map((id) =>
      firstOf<'Role'>(calls, `roles?filter[id]=${id}`),
    ),
  )
  return {
    person,
    organisation: { id: organisation.id, name: organisation.name },
    roles: roles.flatMap((role) => (role ? [{ name: role.name, grants: role.grants }] : [])),
  }
}

const claims = z.object({ sub: z.string() })

/** Whom a token says that it is of: whoever was given it believes who gave it. */
const personOf = (token: string): string =>
  claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).sub
