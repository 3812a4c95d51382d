import type { NamingPolicy } from '@charter/charter'
import { namingOf, type Plan, type PlannedEntity, planRelations } from '@charter/sql'
import { alike } from './alike.ts'
import type { Catalogue, Relation } from './catalogue.ts'
import { entityNames } from './entity-names.ts'
import type { Loss } from './loss-reasons.ts'
import { parseExpressions } from './parse.ts'
import { planFields } from './plan-fields.ts'
import type { PlannedTable } from './planned-table.ts'
import { fieldWishes, referencesOf } from './references.ts'
import { reportRelation, reportWithheld, selectServed } from './served.ts'
import { inferViews } from './views.ts'
import { mayChange, mayCreate } from './write-traits.ts'

/** What a catalogue becomes: an entity per table and view, and a loss for whatever does not come over whole. */
export const plan = (catalogue: Catalogue, policy: NamingPolicy): Plan => {
  const losses: Loss[] = []
  const naming = namingOf(policy)
  const inferred = inferViews(catalogue)
  const served = selectServed(catalogue.relations, losses).map((relation) => {
    const withheld = inferred.get(relation.id)?.withheld ?? []
    if (withheld.length === 0 || !relation.may.insert) return relation
    reportWithheld(withheld, labelOf(relation), losses)
    return { ...relation, may: { ...relation.may, insert: false } }
  })
  const names = entityNames(served, naming, losses)
  const expressions = parseExpressions(expressionsOf(catalogue, served))
  const byId = new Map(served.map((relation) => [relation.id, relation]))
  const tables = served.map((relation): PlannedTable => {
    const about = labelOf(relation)
    const { name, plural } = names.get(relation.id) ?? { name: relation.name }
    const wishes = policy === 'preserve' ? new Map<string, string>() : fieldWishes(relation, byId, names)
    const fields = planFields(relation, {
      catalogue,
      naming,
      losses,
      about,
      wishes,
      inferred: inferred.get(relation.id),
      expressions,
    })
    reportRelation(relation, about, losses)
    const entity = { name, ...(plural !== undefined && { plural }), ...bindingOf(relation), ...fields }
    return { relation, about, entity: { ...entity, ...writesOf(relation, fields.key) } }
  })
  const referring = referencesOf(alike(tables), losses)
  const relations = planRelations(referring)
  const entities = referring.map(({ references: _, ...entity }, at) => ({ ...entity, relations: relations[at] ?? [] }))
  return { entities, losses }
}

/** Texts of every default and check, of columns and of domains. */
const expressionsOf = ({ types }: Catalogue, relations: readonly Relation[]): readonly string[] =>
  [
    ...relations.flatMap(({ columns }) => columns.map((column) => column.default)),
    ...relations.flatMap(({ constraints }) => constraints.map(({ expression }) => expression)),
    ...[...types.values()].flatMap((type) => [type.default, ...type.checks.map(({ expression }) => expression)]),
  ].filter((text) => text !== null)

/** How a loss names a relation. */
const labelOf = ({ schema, name }: Relation): string => (schema === 'public' ? name : `${schema}.${name}`)

const bindingOf = ({ schema, name, description }: Relation): Pick<PlannedEntity, 'binding' | 'description'> => ({
  binding: { schema, table: name },
  ...(description !== null && description !== '' && { description }),
})

/** A table or view is as far as the connecting role may write to it, and to the columns that are served. */
const writesOf = (relation: Relation, key: readonly string[]): Pick<PlannedEntity, 'isReadOnly' | 'writes'> => {
  const { may, kind } = relation
  const writes = [
    ...(mayCreate(relation) ? (['create'] as const) : []),
    ...(mayChange(relation) ? (['update'] as const) : []),
    ...(may.delete ? (['delete'] as const) : []),
  ]
  return { isReadOnly: kind === 'materialized' || key.length === 0 || writes.length === 0, writes }
}
