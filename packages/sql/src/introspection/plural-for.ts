import { kebabOf, pluralOf } from '@charter/charter'
import { claim, ownPlural } from './words.ts'

/**
 * The plural to write for an entity: the table's own where its name is one (`persons`, `news`), and another than the
 * name's where that is taken. Nothing where the name says it by itself. `table` is the name
 * that the entity's was made of.
 */
export const pluralFor = (name: string, table: string, plurals: Set<string>): { readonly plural?: string } => {
  const usual = pluralOf(name)
  const own = ownPlural(table) ?? usual
  const isFree = !plurals.has(own) && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(own)
  const plain = kebabOf(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const plural = isFree ? own : claim(plurals, `${plain}-list`)
  plurals.add(plural)
  return plural === usual ? {} : { plural }
}
