import type { AnalysedEntity, AnalysedField, AnalysedRelation, AnalysedRole, Analysis, Unused } from '../analysis.ts'
import { entityName } from '../read/names.ts'
import type { Decided } from './decide.ts'

/** How sure what is found beside the sentences that spell things out must be; chosen on texts that the weights had not seen. */
const sure = { entity: 0.92, relation: 0.5, role: 0.85, right: 0.45, field: 0.5 }

/** What sentences spell out, and what the lexicon finds beside it. */
export const withFound = (spelledOut: Analysis, { analysis: found, usual }: Decided): Decided => {
  const entities = entitiesOf(spelledOut, found)
  const known = new Map(
    found.entities.flatMap((each) => {
      const own = entities.find((other) => areOne(other, each))
      return own ? [[each.name, own.name] as const] : []
    }),
  )
  const roles = rolesOf(spelledOut, found)
  const acting = new Map(
    found.roles.flatMap((each) => {
      const own = roles.find((other) => areOne(other, each))
      return own ? [[each.name, own.name] as const] : []
    }),
  )
  const rights = found.access.flatMap((right) => {
    const [role, on] = [acting.get(right.role), known.get(right.on)]
    const isKnown = spelledOut.access.some((each) => each.role === role && each.on === on)
    return role === undefined || on === undefined || right.confidence < sure.right || isKnown
      ? []
      : [{ ...right, role, on }]
  })
  const operations = found.operations.flatMap((operation) => {
    const on = known.get(operation.on)
    const isNew = !spelledOut.operations.some(({ name }) => name === operation.name)
    return on !== undefined && isNew && operation.confidence >= sure.right ? [{ ...operation, on }] : []
  })
  const analysis: Analysis = {
    ...spelledOut,
    entities,
    relations: tiesOf(spelledOut.relations, found.relations, known),
    roles,
    access: [...spelledOut.access, ...rights],
    operations: [...spelledOut.operations, ...operations],
    unused: unusedBeside(found, entities, roles),
    notEntities: spelledOut.notEntities.filter((name) => !entities.some((each) => each.name === name)),
  }
  return { analysis, usual: new Map([...usual].map(([name, fields]) => [known.get(name) ?? name, fields])) }
}

interface Named {
  readonly name: string
  readonly aliases: readonly string[]
}

const areOne = (one: Named, other: Named): boolean => {
  const names = new Set([one.name, ...one.aliases].map((name) => name.toLowerCase()))
  return [other.name, ...other.aliases].some((name) => names.has(name.toLowerCase()))
}

const entitiesOf = (spelledOut: Analysis, found: Analysis): readonly AnalysedEntity[] => {
  const fieldNames = new Set(spelledOut.entities.flatMap(({ fields }) => fields.map(({ name }) => entityName(name))))
  const more = (entity: AnalysedEntity): AnalysedEntity => {
    const fields = found.entities
      .filter((each) => areOne(entity, each))
      .flatMap((each) => each.fields)
      .filter(
        (field) =>
          field.confidence >= sure.field &&
          !entity.fields.some((own) => overlap(own.name, field.name)) &&
          !spelledOut.entities.some((other) => other !== entity && other.fields.some((own) => isAt(own, field))),
      )
    return fields.length > 0 ? { ...entity, fields: [...entity.fields, ...fields] } : entity
  }
  const beside = found.entities.filter(
    (each) =>
      each.confidence >= sure.entity &&
      !spelledOut.entities.some((other) => areOne(other, each)) &&
      ![each.name, ...each.aliases].some((name) => fieldNames.has(name)),
  )
  return [
    ...spelledOut.entities.map(more),
    ...beside.map((each) => ({ ...each, fields: each.fields.filter(({ confidence }) => confidence >= sure.field) })),
  ]
}

/** The same words, which were read as a field of another thing. */
export const isAt = (one: AnalysedField, other: AnalysedField): boolean =>
  one.offset !== undefined &&
  other.offset !== undefined &&
  one.offset < other.offset + (other.quote ?? '').length &&
  other.offset < one.offset + (one.quote ?? '').length

const overlap = (one: string, other: string): boolean =>
  one.toLowerCase().includes(other.toLowerCase()) || other.toLowerCase().includes(one.toLowerCase())

const rolesOf = (spelledOut: Analysis, found: Analysis): readonly AnalysedRole[] => [
  ...spelledOut.roles,
  ...found.roles.filter(
    (each) => each.confidence >= sure.role && !spelledOut.roles.some((other) => areOne(other, each)),
  ),
]

/** What is said, the other way round where that is a guess and the lexicon is sure (`pets in visits`: a visit is of a pet); and what is found beside it. */
const tiesOf = (
  said: readonly AnalysedRelation[],
  found: readonly AnalysedRelation[],
  known: ReadonlyMap<string, string>,
): readonly AnalysedRelation[] => {
  const isTurned = ({ from, to, kind, confidence }: AnalysedRelation): boolean =>
    kind === 'many-to-one' &&
    confidence < guess &&
    found.some(
      (tie) =>
        tie.kind === kind && tie.confidence >= certain && known.get(tie.from) === to && known.get(tie.to) === from,
    )
  const kept = said.filter((each) => !isTurned(each))
  return [...kept, ...tiesBeside(kept, found, known)]
}

const guess = 0.6
const certain = 0.9

/** Ties between things of which nobody said how they hang together. */
const tiesBeside = (
  said: readonly AnalysedRelation[],
  found: readonly AnalysedRelation[],
  known: ReadonlyMap<string, string>,
): readonly AnalysedRelation[] =>
  found.flatMap((tie) => {
    const [from, to] = [known.get(tie.from), known.get(tie.to)]
    if (from === undefined || to === undefined || tie.confidence < sure.relation) return []
    const isSaid = said.some((each) => (each.from === from && each.to === to) || (each.from === to && each.to === from))
    return isSaid ? [] : [{ ...tie, from, to }]
  })

/** What neither made anything of. */
const unusedBeside = (
  { unused = [] }: Analysis,
  entities: readonly AnalysedEntity[],
  roles: readonly AnalysedRole[],
): readonly Unused[] => {
  const fields = entities.flatMap((each) => each.fields)
  const names = new Set(
    [...entities, ...roles, ...fields]
      .flatMap(({ name, aliases }) => [name, ...aliases])
      .map((name) => entityName(name)),
  )
  const places = [...entities, ...roles, ...fields].flatMap(({ quote, offset }) =>
    quote === undefined || offset === undefined ? [] : [{ start: offset, end: offset + quote.length }],
  )
  return unused.filter(
    ({ text, offset }) =>
      !names.has(entityName(text)) && !places.some(({ start, end }) => offset < end && start < offset + text.length),
  )
}
