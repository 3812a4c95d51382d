import type { Loss } from '@charter/charter'
import type { Type } from '@charter/runtime'
import {
  claim,
  entityNameOf,
  type Plan,
  type PlannedEntity,
  type PlannedField,
  pluralFor,
  snakeCase,
} from '@charter/sql'
import type { Catalogue, Table } from './catalogue.ts'
import { planFields } from './plan-fields.ts'
import { planRelations } from './plan-relations.ts'

/** An entity to write, its relations not yet known, with its table. */
export interface PlannedTable {
  readonly table: Table
  readonly entity: Omit<PlannedEntity, 'relations'>
}

/** What a catalogue becomes: an entity per table and view, and a loss for whatever does not come over whole. */
export const plan = (catalogue: Catalogue): Plan => {
  const losses: Loss[] = []
  const names = new Set<string>()
  const plurals = new Set<string>()
  const served = catalogue.tables.filter((table) => isServed(table, losses))
  const tables = served.map((table): PlannedTable => {
    const name = nameOf(table, names, losses)
    const binding = table.name === snakeCase(name) ? {} : { binding: { table: table.name } }
    return {
      table,
      entity: { name, ...binding, ...pluralFor(name, table.name, plurals), ...planFields(table, losses) },
    }
  })
  for (const { name, table } of catalogue.triggers)
    losses.push({
      reason: 'trigger',
      about: name,
      sentence: `The trigger ${name} runs on writes to ${table}; what it does is not in the charter.`,
    })
  const related = planRelations(tables, losses)
  const whole = tables.map(({ entity }, at) => ({ ...entity, relations: related[at] ?? [] }))
  return { entities: whole.map((entity) => ({ ...entity, fields: likeTheirTargets(entity, whole) })), losses }
}

/** A reference has the type of the key it refers to, whichever whole number its own column declares. */
const likeTheirTargets = (entity: PlannedEntity, all: readonly PlannedEntity[]): readonly PlannedField[] =>
  entity.fields.map((field) => ({ ...field, type: typeAtItsEnd(entity, field, all, []) }))

/** The key may be a reference itself, so it is followed to what refers to nothing, or to what was met before. */
const typeAtItsEnd = (
  entity: PlannedEntity,
  field: PlannedField,
  all: readonly PlannedEntity[],
  met: readonly PlannedField[],
): Type => {
  if (!isWhole(field) || met.includes(field)) return field.type
  const types = entity.relations.flatMap(({ target, by = [] }) => {
    const to = all.find((each) => each.name === target)
    const key = to?.fields.find(({ name }) => name === to.key[by.indexOf(field.name)])
    return to && key && isWhole(key) ? [typeAtItsEnd(to, key, all, [...met, field])] : []
  })
  return types.at(-1) ?? field.type
}

const isWhole = ({ type }: PlannedField): boolean => type.kind === 'int32' || type.kind === 'int64'

const isServed = (table: Table, losses: Loss[]): boolean => {
  const { name } = table
  const lose = (reason: Loss['reason'], sentence: string): boolean => {
    losses.push({ reason, about: name, sentence })
    return false
  }
  if (table.kind === 'virtual') return lose('virtual-table', `${name} is a virtual table, which is not served.`)
  if (table.kind === 'shadow' || /^(?:sqlite|_charter)_/i.test(name))
    return lose('system-table', `${name} is kept by the system for itself and is not served.`)
  if (table.columns.length === 0)
    return lose('broken-view', `The query of ${name} does not run any more; mend or drop the view.`)
  return true
}

const nameOf = (table: Table, names: Set<string>, losses: Loss[]): string => {
  const wished = entityNameOf(table.name)
  const name = claim(names, wished, wished || (table.kind === 'view' ? 'View' : 'Table'))
  if (name !== wished)
    losses.push({
      reason: 'name-changed',
      about: table.name,
      sentence: `${table.name} is served as ${name}: its own name is taken or cannot be written.`,
    })
  return name
}
