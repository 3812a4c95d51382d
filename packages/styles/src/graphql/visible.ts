import { type Charter, type Entity, offersOf, shownFields } from '@charter/charter'
import type { Member, Type } from '@charter/runtime'
import { valueNames } from './names.ts'
import type { Projection, SeenMembers, SeenOperation, SeenType } from './projection.ts'
import { surfaceOf } from './surface.ts'
import type { GraphqlEntity } from './transport/surface.ts'

/** What of a charter its schema shows: written from the charter, with the names that the surface gives. */
export const visibleGraphql = (charter: Charter): Projection => {
  const surface = surfaceOf(charter)
  // Of every entity of the charter there is one in its surface.
  const named = (name: string) => surface.entities.find((each) => each.name === name) as GraphqlEntity
  return {
    entities: Object.fromEntries(
      charter.entities.map((entity) => [named(entity.name).types.object, entityOf(charter, entity, named)]),
    ),
    operations: Object.fromEntries(
      surface.operations.flatMap(({ name, as }) => {
        const operation = charter.operations.find((each) => each.name === name)
        return operation ? [[as, operationOf(charter, operation, named)] as const] : []
      }),
    ),
  }
}

type Named = (name: string) => GraphqlEntity

const entityOf = (charter: Charter, entity: Entity, named: Named): Projection['entities'][string] => {
  const names = named(entity.name)
  const as = (field: string) => names.fields.find(({ name }) => name === field)?.as ?? field
  const fields = shownFields(entity).map(
    (field) =>
      [
        as(field.name),
        {
          type: typeOf(charter, field.type),
          isOptional: field.isOptional || Boolean(field.reveal ?? field.mask ?? field.protect),
        },
      ] as const,
  )
  const offers = offersOf(entity).filter((each) => entity.key.length > 0 || each === 'list' || each === 'create')
  return {
    key: entity.key.map(as),
    fields: Object.fromEntries([...fields, [names.etag, { type: { kind: 'text' }, isOptional: true }]]),
    relations: Object.fromEntries(
      entity.relations.map(({ name, kind, target }) => [
        names.relations.find((each) => each.name === name)?.as ?? name,
        { kind, target: named(target).types.object },
      ]),
    ),
    // Which key a trail is of shows where a write asks for the same key.
    offers: offers.filter((each) => each !== 'audit' || offers.includes('update')).sort(),
  }
}

const operationOf = (charter: Charter, operation: Charter['operations'][number], named: Named): SeenOperation => {
  const { entity, hasKey, input, result, effect } = operation
  const isKeySeen = entity !== undefined && hasKey && !charter.entities.find(({ name }) => name === entity)?.isReadOnly
  return {
    effect,
    keyOf: isKeySeen ? named(entity).types.object : null,
    input: inputsOf(charter, input),
    result: resultOf(charter, result, named),
  }
}

const resultOf = (charter: Charter, result: Charter['operations'][number]['result'], named: Named): SeenType | null => {
  if (!result) return null
  if ('type' in result) return typeOf(charter, result.type)
  const row: SeenType = { kind: 'entity', name: named(result.entity).types.object }
  return result.isList ? { kind: 'list', of: row } : row
}

type TypeOf = (charter: Charter, type: Type) => SeenType

const membersOf = (
  charter: Charter,
  members: readonly Member[],
  of: TypeOf,
  mayLack: (member: Member) => boolean,
): SeenMembers =>
  Object.fromEntries(members.map((each) => [each.name, { type: of(charter, each.type), isOptional: mayLack(each) }]))

const inputsOf = (charter: Charter, members: readonly Member[]): SeenMembers =>
  membersOf(charter, members, inputOf, ({ isOptional, default: fallback }) => isOptional || fallback !== undefined)

/** A value as it is answered. */
const typeOf: TypeOf = (charter, type) => {
  const outputs = (members: readonly Member[]) => membersOf(charter, members, typeOf, ({ isOptional }) => isOptional)
  if (type.kind === 'record') return { kind: 'record', members: outputs(type.members) }
  if (type.kind === 'union')
    return {
      kind: 'union',
      tag: type.tag,
      variants: Object.fromEntries(Object.entries(type.variants).map(([name, members]) => [name, outputs(members)])),
    }
  return plainType(charter, type, typeOf)
}

/** A value as it is sent: of a union one of its variants, under its name. */
const inputOf: TypeOf = (charter, type) => {
  if (type.kind === 'record') return { kind: 'record', members: inputsOf(charter, type.members) }
  if (type.kind !== 'union') return plainType(charter, type, inputOf)
  const variants = Object.entries(valueNames(Object.keys(type.variants))).map(([as, variant]) => {
    const members = type.variants[variant] ?? []
    const of: SeenType = members.length > 0 ? { kind: 'record', members: inputsOf(charter, members) } : { kind: 'json' }
    return [as, { type: of, isOptional: true }] as const
  })
  return { kind: 'record', members: Object.fromEntries(variants) }
}

const plainType = (charter: Charter, type: Type, of: TypeOf): SeenType => {
  switch (type.kind) {
    case 'int64':
      return { kind: type.isNumber ? 'int64 number' : 'int64' }
    case 'enum':
      return { kind: 'enum', values: type.values }
    case 'array':
      return { kind: 'list', of: of(charter, type.items) }
    case 'vector':
      return { kind: 'list', of: { kind: 'float64' } }
    case 'map':
      return { kind: 'json' }
    case 'named': {
      const declared = charter.types[type.name]?.type
      return declared && !holdsItself(charter, type.name) ? of(charter, declared) : { kind: 'json' }
    }
    default:
      return { kind: type.kind }
  }
}

/** Whether a declared type reaches itself: a selection of it would have no end. */
const holdsItself = (charter: Charter, name: string): boolean => {
  const seen = new Set<string>()
  const next = [name]
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const [, reached = ''] of JSON.stringify(charter.types[at]?.type ?? null).matchAll(
      /"kind":"named","name":"(\w+)"/g,
    )) {
      if (reached === name) return true
      if (!seen.has(reached)) next.push(reached)
      seen.add(reached)
    }
  }
  return false
}
