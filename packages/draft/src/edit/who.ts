import { pluralNoun } from '@charter/charter'
import type { Desk } from './desk.ts'
import { nounText } from './find.ts'
import { linesOf, rolesOn } from './lines.ts'

/** The role that may do most elsewhere. */
export const ownerIn = (desk: Desk): string | undefined => {
  const counts = desk.charter.access.roles.map((role) => ({
    role,
    count: desk.charter.entities.reduce(
      (sum, { name }) =>
        sum +
        (rolesOn(desk, name).includes(role)
          ? linesOf(desk, name, role).reduce((all, line) => all + line.do.length, 0)
          : 0),
      0,
    ),
  }))
  return counts.sort((a, b) => b.count - a.count)[0]?.role
}

/** Asks who else may do what with rows of an entity that was just added. */
export const askWho = (desk: Desk, name: string, owner: string | undefined): void => {
  const things = pluralNoun(nounText(name))
  const others = desk.charter.access.roles.filter((role) => role !== owner)
  desk.ask(name, `Who may do what with ${things}? Assumed: ${owner ?? 'nobody'} everything, nobody else anything.`, [
    ...others.slice(0, 4).map((role) => `${role} may see ${things}`),
    ...(others.length > 1 ? [`everyone may see ${things}`] : []),
  ])
}
