import { type JsonObject, ownMember } from '../json.ts'
import { type Memory, memoryOf } from '../memory.ts'
import type { EntityModel, FieldModel, RelationModel, Rule, ServiceModel } from '../model.ts'
import { ProblemError, pointer, problem } from '../problem.ts'
import { type ColumnSql, type EntitySql, indexOf, type SqlRow, type SqlValue } from '../sql.ts'
import { decode, encode } from './storage.ts'

/** One entity with its SQL, its rules by action, and its fields by name: compiled once at start. */
export interface EntityUnit {
  readonly model: EntityModel
  readonly sql: EntitySql
  /** Fields by which statements find one row, whoever's: `sql.rowKey`, or the key. */
  readonly rowKey: readonly string[]
  readonly fields: ReadonlyMap<string, FieldModel>
  readonly relations: ReadonlyMap<string, RelationModel>
  readonly rules: readonly Rule[]
  /** Fields whose columns hold ciphertexts or tokens. */
  readonly sealed: readonly FieldModel[]
  /** What `sql.columns` calls the blind indexes beside them. */
  readonly indexes: readonly string[]
  /** Pointers to fields by pointers to their columns, where those are called otherwise. */
  readonly fieldsOfColumns: ReadonlyMap<string, string>
  /** Plans kept by whoever made them, by what was asked. */
  readonly plans: Memory<unknown>
}

export const compileEntities = (model: ServiceModel, sql: readonly EntitySql[]): ReadonlyMap<string, EntityUnit> =>
  new Map(
    model.entities.map((entity) => {
      const rendered = sql.find((each) => each.entity === entity.name)
      if (!rendered) throw new Error(`no SQL was rendered for ${entity.name}`)
      return [entity.name, compileEntity(entity, rendered, model)]
    }),
  )

const compileEntity = (model: EntityModel, sql: EntitySql, service: ServiceModel): EntityUnit => ({
  model,
  sql,
  rowKey: sql.rowKey ?? model.key,
  fields: new Map(model.fields.map((field) => [field.name, field])),
  relations: new Map(model.relations.map((relation) => [relation.name, relation])),
  rules: service.access.rules.filter((rule) => rule.entity === null || rule.entity === model.name),
  sealed: model.fields.filter((field) => field.protect !== undefined),
  indexes: model.fields.map(({ name }) => indexOf(name)).filter((name) => sql.columns[name] !== undefined),
  fieldsOfColumns: fieldsOfColumns(model, sql),
  plans: planMemory(),
})

const fieldsOfColumns = ({ fields }: EntityModel, { columns }: EntitySql): ReadonlyMap<string, string> =>
  new Map(
    fields.flatMap(({ name: field }) =>
      [field, indexOf(field)].flatMap((key) => {
        const name = columns[key]?.name
        return name === undefined ? [] : [[pointer(name), pointer(field)] as const]
      }),
    ),
  )

/** Plans are larger than what they are asked by: names that are repeated without end would fill memory. */
export const planMemory = (): Memory<unknown> => memoryOf({ most: 500, room: 400_000 })

/** Characters of one key: a single hostile one would put out all others. */
const planKeyMax = 20_000

/** A plan by its key, made once. */
export const planOf = <Plan>(unit: EntityUnit, key: string, make: () => Plan): Plan => {
  const known = unit.plans.get(key)
  if (known !== undefined) return known as Plan
  const made = make()
  if (key.length <= planKeyMax) unit.plans.keep(key, made)
  return made
}

export const columnOf = (unit: EntityUnit, field: string): ColumnSql => {
  const column = unit.sql.columns[field]
  if (!column) throw new Error(`${unit.model.name} has no column for ${field}`)
  return column
}

/** The canonical values of a row whose columns are `fields`, starting at `offset`. */
export const decodeRow = (
  unit: EntityUnit,
  fields: readonly string[],
  row: SqlRow,
  offset = 0,
): Record<string, JsonObject[string]> => {
  const decoded: Record<string, JsonObject[string]> = {}
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as string
    decoded[field] = decode(columnOf(unit, field).storage, row[at + offset] ?? null)
  }
  return decoded
}

export const encodeField = (unit: EntityUnit, field: string, row: JsonObject): SqlValue =>
  encode(columnOf(unit, field).storage, ownMember(row, field) ?? null)

export const keyValues = (unit: EntityUnit, key: JsonObject): SqlValue[] =>
  unit.model.key.map((field) => encodeField(unit, field, key))

/** What `sql.update`, `sql.remove` and `sql.reseal` find a row by. `row`: its key, and its tenant where it has one. */
export const rowValues = (unit: EntityUnit, row: JsonObject): SqlValue[] =>
  unit.rowKey.map((field) => encodeField(unit, field, row))

export const keyOf = (unit: Pick<EntityUnit, 'model'>, row: JsonObject): JsonObject =>
  Object.fromEntries(unit.model.key.map((field) => [field, ownMember(row, field) ?? null]))

export const entityOf = (units: ReadonlyMap<string, EntityUnit>, name: string): EntityUnit => {
  const unit = units.get(name)
  if (!unit) throw new ProblemError(problem('not-found', { detail: `There is no entity "${name}".` }))
  return unit
}
