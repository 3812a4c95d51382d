import { claim, losesLetters, type Naming, pluralFor, renamed } from '@charter/sql'
import type { Relation } from './catalogue.ts'
import type { Loss } from './loss-reasons.ts'

export interface EntityNames {
  readonly name: string
  /** Said where the name does not say it by itself. */
  readonly plural?: string
}

/** Names by relation id. What several schemas have goes by its schema too; the schema `public` needs no saying. */
export const entityNames = (
  relations: readonly Relation[],
  naming: Naming,
  losses: Loss[],
): ReadonlyMap<number, EntityNames> => {
  const schemasOf = new Map<string, Set<string>>()
  for (const { schema, name } of relations) {
    const key = naming.entity(name).toLowerCase()
    schemasOf.set(key, (schemasOf.get(key) ?? new Set()).add(schema))
  }
  const taken = new Set<string>()
  const plurals = new Set<string>()
  // Tables before views: `Film` is the table, whatever stands first in the alphabet.
  const inTurn = [...relations].sort((a, b) => Number(a.definition !== null) - Number(b.definition !== null))
  return new Map(
    inTurn.map((relation) => {
      const { schema, name } = relation
      const own = naming.entity(name)
      const isShared = (schemasOf.get(own.toLowerCase())?.size ?? 0) > 1 && schema !== 'public'
      const wished = isShared ? naming.entity(`${schema}_${name}`) : own
      const given = claim(taken, wished, naming.entity(`${schema}_${name}`), wished)
      const madeOf = given.startsWith(naming.entity(`${schema}_${name}`)) ? `${schema}_${name}` : name
      if (given !== wished || losesLetters(name)) losses.push(renamed(`${schema}.${name}`, name, given))
      return [relation.id, { name: given, ...pluralFor(given, madeOf, plurals) }] as const
    }),
  )
}
