import { kebabOf, type Loss, pluralOf } from '@charter/charter'
import { losesLetters, type Naming } from '../../introspection/naming.ts'
import { claim } from '../../introspection/words.ts'
import type { Relation } from './catalogue.ts'

export interface EntityNames {
  readonly name: string
  /** Said where the name's own plural is another entity's. */
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
      if (given !== wished || losesLetters(name))
        losses.push({
          reason: 'name-changed',
          about: `${schema}.${name}`,
          sentence: `${name} is served as ${given}: its own name is taken or cannot be written.`,
        })
      return [relation.id, { name: given, ...pluralFor(given, plurals) }] as const
    }),
  )
}

const pluralFor = (name: string, plurals: Set<string>): Pick<EntityNames, 'plural'> => {
  const own = pluralOf(name)
  const isOwn = !plurals.has(own) && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(own)
  const plain = kebabOf(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const plural = isOwn ? own : claim(plurals, `${plain}-list`)
  plurals.add(plural)
  return isOwn ? {} : { plural }
}
