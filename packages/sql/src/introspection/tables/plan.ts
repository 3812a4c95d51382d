import type { Loss } from '@charter/charter'
import type { Type } from '@charter/runtime'
import { snakeCase } from '../../render/names.ts'
import { renamed } from '../loss-sentences.ts'
import type { Plan, PlannedEntity, PlannedField } from '../plan.ts'
import { pluralFor } from '../plural-for.ts'
import { claim, entityNameOf } from '../words.ts'
import type { Catalogue, CatalogueDialect, Table } from './catalogue.ts'
import { planFields } from './plan-fields.ts'
import type { PlannedTable } from './planned-table.ts'
import { planRelations } from './references.ts'
import type { TableLosses, TableLossReason } from './table-losses.ts'

/** What a catalogue becomes: an entity per table and view, and a loss for whatever does not come over whole. */
export const planTables = <Reason extends string>(
  dialect: CatalogueDialect<Reason>,
  catalogue: Catalogue,
): Plan<Reason | TableLossReason> => {
  const losses: Loss<Reason | TableLossReason>[] = []
  const names = new Set<string>()
  const plurals = new Set<string>()
  const served = catalogue.tables.filter((table) => isServed(dialect, table, losses))
  const tables = served.map((table): PlannedTable => {
    const name = nameOf(table, names, losses)
    const binding = table.name === snakeCase(name) ? {} : { binding: { table: table.name } }
    return {
      table,
      entity: {
        name,
        ...(table.comment !== undefined && { description: table.comment }),
        ...binding,
        ...pluralFor(name, table.name, plurals),
        ...planFields(dialect, table, losses),
      },
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

const isWhole = ({ type }: PlannedField): boolean =>
  type.kind === 'int32' || type.kind === 'int64' || (type.kind === 'decimal' && type.scale === 0)

const isServed = <Reason extends string>(
  dialect: CatalogueDialect<Reason>,
  table: Table,
  losses: Loss<Reason | TableLossReason>[],
): boolean => {
  const { name } = table
  const why =
    dialect.unserved(table) ??
    (table.columns.length === 0
      ? ({
          reason: 'broken-view',
          sentence: `The query of ${name} does not run any more; mend or drop the view.`,
        } as const)
      : null)
  if (why) losses.push({ ...why, about: name })
  return why === null
}

const nameOf = (table: Table, names: Set<string>, losses: TableLosses): string => {
  const wished = entityNameOf(table.name)
  const name = claim(names, wished, wished || (table.isView ? 'View' : 'Table'))
  if (name !== wished) losses.push(renamed(table.name, table.name, name))
  return name
}
