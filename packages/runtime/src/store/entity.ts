import type { Principal } from '../call/call.ts'
import type { EntityModel, FieldModel, RelationModel, Rule, ServiceModel } from '../call/model.ts'
import { everyField } from '../call/written.ts'
import { type Memory, memoryOf } from '../limits/memory.ts'
import { ProblemError, pointer, problem } from '../problem/problem.ts'
import { type Json, type JsonObject, ownMember } from '../values/json.ts'
import type { Store, StoredEntity } from './store.ts'

/** One entity with what its store can do, its rules, and its fields by name: compiled once at start. */
export interface EntityUnit {
  readonly model: EntityModel
  readonly stored: StoredEntity
  readonly fields: ReadonlyMap<string, FieldModel>
  readonly relations: ReadonlyMap<string, RelationModel>
  readonly rules: readonly Rule[]
  /** Fields whose columns hold ciphertexts or tokens. */
  readonly sealed: readonly FieldModel[]
  /** Pointers to fields by pointers to their columns, where those are called otherwise. */
  readonly fieldsOfColumns: ReadonlyMap<string, string>
  /** Plans kept by whoever made them, by what was asked. */
  readonly plans: Memory<unknown>
}

export const compileEntities = (
  model: ServiceModel,
  { entities }: Pick<Store, 'entities'>,
): ReadonlyMap<string, EntityUnit> =>
  new Map(
    model.entities.map((entity) => {
      const stored = entities.get(entity.name)
      if (!stored) throw new Error(`the store has no entity ${entity.name}`)
      return [entity.name, compileEntity(entity, stored, model)]
    }),
  )

const compileEntity = (model: EntityModel, stored: StoredEntity, service: ServiceModel): EntityUnit => ({
  model,
  stored,
  fields: new Map(model.fields.map((field) => [field.name, field])),
  relations: new Map(model.relations.map((relation) => [relation.name, relation])),
  rules: service.access.rules.filter((rule) => rule.entity === null || rule.entity === model.name),
  sealed: everyField(model).filter((field) => field.protect !== undefined),
  fieldsOfColumns: fieldsOfColumns(stored),
  plans: planMemory(),
})

/** What is said of a blind index is said of its field. */
const fieldsOfColumns = ({ columns }: StoredEntity): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(columns).flatMap(([key, name]) =>
      name === undefined ? [] : [[pointer(name), pointer(key.replace(/#index$/, ''))] as const],
    ),
  )

/** What a whole row is stored as: its fields, and the blind indexes of those that are sealed. */
export const storedFields = ({ model, stored }: EntityUnit): readonly string[] => [
  ...everyField(model).map(({ name }) => name),
  ...stored.indexes,
]

/** Plans are larger than what they are asked by: names that are repeated without end would fill memory. */
export const planMemory = (): Memory<unknown> => memoryOf({ most: 500, room: 400_000 })

/** Characters of one key: a single hostile one would put out all others. */
const planKeyMax = 20_000

/** A plan by what it is asked by, made once: what a client gives may be any text, so nothing but JSON tells two of them apart. */
export const planOf = <Plan>(unit: EntityUnit, asked: Json, make: () => Plan): Plan => {
  const key = typeof asked === 'string' ? asked : JSON.stringify(asked)
  const known = unit.plans.get(key)
  if (known !== undefined) return known as Plan
  const made = make()
  if (key.length <= planKeyMax) unit.plans.keep(key, made)
  return made
}

/** Whose a row is: null where rows are of no tenant. */
export const tenantIn = ({ model: { tenantField } }: Pick<EntityUnit, 'model'>, row: JsonObject): string | null =>
  tenantField === undefined ? null : ((ownMember(row, tenantField) as string | null | undefined) ?? null)

/** Of which tenant the rows are that a caller meets. */
export const tenantFor = (
  { model }: Pick<EntityUnit, 'model'>,
  principal: Pick<Principal, 'tenant'> | null,
): string | null => (model.tenantField === undefined ? null : (principal?.tenant ?? null))

export const keyOf = (unit: Pick<EntityUnit, 'model'>, row: JsonObject): JsonObject =>
  Object.fromEntries(unit.model.key.map((field) => [field, ownMember(row, field) ?? null]))

export const entityOf = (units: ReadonlyMap<string, EntityUnit>, name: string): EntityUnit => {
  const unit = units.get(name)
  if (!unit) throw new ProblemError(problem('not-found', { detail: `There is no entity "${name}".` }))
  return unit
}
