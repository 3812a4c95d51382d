import type { Entity, LockedEntity, LockedName } from '@charter/charter'
import type { Type } from '@charter/runtime'
import type { FieldPlan } from '../transport/surface.ts'
import { fieldNumber, relationNumber } from './allocation.ts'
import { addFilter, filterWords } from './conditions.ts'
import { addTotalSize } from './shared.ts'
import { pascalCase, snakeCase } from './spelling.ts'
import { fieldNames, fixed, type SurfaceDraft } from './surface-draft.ts'
import { reservedOf, wireType } from './types.ts'

/** What the messages of an entity are called: `Patient`, `Patients`. */
export interface EntityNames {
  readonly one: string
  readonly many: string
}

const parts = [
  '',
  'Key',
  'Page',
  'Filter',
  'FilterList',
  'Select',
  'Include',
  'Sums',
  'Group',
  'List',
  'Map',
  'Service',
]

/** Everything that an entity's name takes up in the package. */
export const claimsOf =
  (entity: Entity) =>
  (one: string): readonly string[] => {
    const many = manyOf(entity, one)
    const methods = [
      `Get${one}`,
      `Create${one}`,
      `Replace${one}`,
      `Update${one}`,
      `Delete${one}`,
      `List${one}AuditEntries`,
    ]
    const lists = [`List${many}`, `List${many}Stream`, `Watch${many}`, `Aggregate${many}`]
    return [
      ...parts.map((part) => one + part),
      ...[...methods, ...lists].flatMap((method) => [`${method}Request`, `${method}Response`]),
    ]
  }

/** The plural, with the number that its singular got. */
export const manyOf = (entity: Entity, one: string): string =>
  pascalCase(entity.plural) + one.slice(pascalCase(entity.name).length)

/** The messages about an entity's rows: the row, its key, a page, what selects and what filters. */
export const addEntity = (building: SurfaceDraft, entity: Entity, namesOf: (entity: string) => EntityNames): void => {
  const { one } = namesOf(entity.name)
  const { fields, relations, reserved } = rowFields(building, entity, namesOf)
  const { messages } = building
  messages.set(one, {
    name: one,
    shape: 'record',
    fields: [...fields.map(({ charterType: _, ...field }) => field), ...relations],
    of: entity.name,
    ...reserved,
  })
  if (entity.key.length > 0)
    messages.set(`${one}Key`, {
      name: `${one}Key`,
      shape: 'record',
      fields: entity.key.flatMap((name) => {
        const field = fields.find(({ member }) => member === name)
        return field ? [fixed(field.number, field.name, field.member, field.type)] : []
      }),
    })
  messages.set(`${one}Page`, {
    name: `${one}Page`,
    shape: 'record',
    fields: [fixed(1, 'items', 'items', { kind: 'message', of: one }, 'repeated'), ...pageEnd(building)],
  })
  addFilter(
    building,
    one,
    fields.filter(({ isWriteOnly }) => !isWriteOnly),
  )
  const hasRelations = relations.length > 0
  messages.set(`${one}Select`, { name: `${one}Select`, shape: 'record', fields: pageSelection(one, hasRelations) })
  if (!hasRelations) return
  messages.set(`${one}Include`, {
    name: `${one}Include`,
    shape: 'record',
    fields: entity.relations.flatMap(({ name, target }) => {
      const field = relations.find(({ member }) => member === name)
      return field
        ? [fixed(field.number, field.name, name, { kind: 'message', of: `${namesOf(target).one}Select` })]
        : []
    }),
  })
}

const text = { kind: 'string' } as const

/** What stands after the rows of a page. */
export const pageEnd = (building: SurfaceDraft): readonly FieldPlan[] => [
  fixed(2, 'next_page_token', 'next', text),
  fixed(3, 'total_size', 'count', { kind: 'message', of: addTotalSize(building) }),
]

/** What is asked of one row. */
export const rowSelection = (one: string, hasRelations: boolean): readonly FieldPlan[] => [
  fixed(11, 'read_mask', 'fields', { kind: 'mask', of: one }),
  ...(hasRelations ? [fixed(12, 'include', 'include', { kind: 'message', of: `${one}Include` })] : []),
]

/** What is asked of rows: AIP-132 and AIP-158, with a filter that has types. */
export const pageSelection = (one: string, hasRelations: boolean): readonly FieldPlan[] => [
  fixed(1, 'page_size', 'limit', { kind: 'int32' }),
  fixed(2, 'page_token', 'after', text),
  fixed(3, 'filter', 'filter', { kind: 'message', of: `${one}Filter` }),
  fixed(4, 'order_by', 'sort', text),
  fixed(5, 'show_total_size', 'count', { kind: 'bool' }),
  ...rowSelection(one, hasRelations),
]

interface RowFields {
  readonly fields: readonly (FieldPlan & { readonly charterType: Type })[]
  readonly relations: readonly FieldPlan[]
  readonly reserved: ReturnType<typeof reservedOf>
}

const rowFields = (building: SurfaceDraft, entity: Entity, namesOf: (entity: string) => EntityNames): RowFields => {
  const locked = building.lock.entities[entity.id]
  const names = rowNames(locked, entity)
  const fields = entity.fields.map((field) => ({
    name: names.get(field.id) ?? snakeCase(field.name),
    member: field.name,
    number: fieldNumber(locked?.fields[field.id]?.number ?? 0),
    type: wireType(building, field.type, {
      place: `${entity.id}.${field.id}`,
      wanted: namesOf(entity.name).one + pascalCase(field.name),
    }),
    label: 'one' as const,
    ...(field.isWriteOnly && { isWriteOnly: true as const }),
    charterType: field.type,
  }))
  const relations = entity.relations.map((relation): FieldPlan => {
    const target = namesOf(relation.target).one
    return {
      name: names.get(`relation ${relation.id}`) ?? snakeCase(relation.name),
      member: relation.name,
      number: relationNumber(locked?.relations[relation.id]?.number ?? 0),
      type: { kind: 'message', of: relation.kind === 'one' ? target : `${target}Page` },
      label: 'one',
      relation: relation.kind,
    }
  })
  const dropped = [
    ...droppedOf(locked?.fields).map(({ name, number }) => ({ name, number: fieldNumber(number) })),
    ...droppedOf(locked?.relations).map(({ name, number }) => ({ name, number: relationNumber(number) })),
  ]
  return { fields, relations, reserved: reservedOf(dropped, [...fields, ...relations]) }
}

const droppedOf = (names: Readonly<Record<string, LockedName>> | undefined): readonly LockedName[] =>
  Object.values(names ?? {}).filter(({ isDropped }) => isDropped)

/** Names of fields and relations by id: what came first keeps its name; a dropped one keeps it from others unless it is theirs now. */
const rowNames = (locked: LockedEntity | undefined, entity: Entity): ReadonlyMap<string, string> => {
  const live = new Set([...entity.fields, ...entity.relations].map(({ name }) => name))
  const spell = fieldNames(filterWords)
  const inOrder = (names: Readonly<Record<string, LockedName>> | undefined, prefix: string) =>
    Object.entries(names ?? {})
      .filter(([, { name, isDropped }]) => !isDropped || !live.has(name))
      .sort(([, a], [, b]) => a.number - b.number)
      .map(([id, { name }]) => [prefix + id, spell(name)] as const)
  return new Map([...inOrder(locked?.fields, ''), ...inOrder(locked?.relations, 'relation ')])
}
