import { pluralNoun } from '@charter/charter'
import type { Desk } from './desk.ts'
import { nounText } from './find.ts'
import { type Line, linesOf } from './lines.ts'

const everything = ['create', 'read', 'update', 'delete', 'list']

/** What the role that looks after a charter's other entities may do with one more: as it may elsewhere, its history too. */
export const ownerLine = (desk: Desk, role: string): string => {
  const seesHistory = desk.charter.entities.some(({ name }) =>
    linesOf(desk, name, role).some((line) => line.do.includes('audit') && mayAll(line)),
  )
  return `${role}: { do: [${[...everything, ...(seesHistory ? ['audit'] : [])].join(', ')}] }`
}

const mayAll = (line: Line): boolean => line.when === undefined && everything.every((each) => line.do.includes(each))

/**
 * The role that may do everything with most of the other entities; where no role may, the one that makes rows of most.
 * None where every role only looks on: such a one is not handed more than it has.
 */
export const ownerIn = (desk: Desk): string | undefined =>
  mostly(desk, mayAll) ?? mostly(desk, (line) => line.do.includes('create'))

const mostly = (desk: Desk, may: (line: Line) => boolean): string | undefined => {
  const counts = desk.charter.access.roles.map((role) => ({
    role,
    count: desk.charter.entities.filter(({ name }) => linesOf(desk, name, role).some(may)).length,
  }))
  const [most] = counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count)
  return most?.role
}

/** Asks who else may do what with rows of an entity that was just added. */
export const askWho = (desk: Desk, name: string, owner: string | undefined): void => {
  const things = pluralNoun(nounText(name))
  const others = desk.charter.access.roles.filter((role) => role !== owner)
  const assumed = owner === undefined ? 'nobody anything yet' : `${owner} everything, nobody else anything`
  desk.ask(name, `Who may do what with ${things}? Assumed: ${assumed}.`, [
    ...(owner === undefined ? others.slice(0, 4).map((role) => `${role} may do everything with ${things}`) : []),
    ...others.slice(0, 4).map((role) => `${role} may see ${things}`),
    ...(others.length > 1 ? [`everyone may see ${things}`] : []),
  ])
}
