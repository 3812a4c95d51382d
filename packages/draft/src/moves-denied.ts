import type { Analysis } from './analysis.ts'
import { denial } from './language/denials.ts'
import type { Lost } from './lost-rights.ts'
import { operationName, roleName } from './outline-names.ts'
import type { Said } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

const makes = '(?:makes?|takes?|does|do|performs?|triggers?|brings?|moves?|advances?|pushes|push|changes?)'
const none = `(?:(?:${denial}) ${makes}\\b|${makes} (?:no|none of|not one of|nothing of)\\b)`
const move = '(?:moves?|steps?|states?|stages?|transitions?|status)'
const denied = new RegExp(
  `${none}.*\\b${move}\\b|(?:${denial}) (?:move|advance)s?\\b|\\bno (?<who>\\p{L}+) ${makes}.*\\b${move}\\b`,
  'iu',
)

/** `Tenants make none of these moves`, `a tenant may not move a lease`: whatever of the business they would have, also by other words. */
export const movesDeniedIn = ({ text }: Said, { roles, operations }: Analysis): readonly Lost[] => {
  const match = denied.exec(text)
  if (!match) return []
  const end = match.index + (match.groups?.who === undefined ? 0 : match[0].length)
  const named = mentionsIn(text.slice(0, end), roles).map(({ name }) => roleName(name))
  return operations.map(({ name, on }) => ({
    isOf: (role: string) => named.includes(role),
    on,
    deeds: [operationName(name)],
  }))
}
