import type { RelationModel } from '../call/model.ts'
import { ownedRelations } from '../call/written.ts'
import { InputErrors } from '../problem/input-errors.ts'
import { errorPointer, ProblemError, problem } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { everyRow, type Grant, grantOfOwned } from '../rows/grant.ts'
import { type InputReader, type RowInput, refuseErrors } from '../rows/input.ts'
import { sealRow } from '../rows/open-rows.ts'
import { targetValues } from '../rows/target-values.ts'
import { requireUnique } from '../rows/unique.ts'
import type { HookedWrite } from '../rows/write-hooks.ts'
import { type EntityUnit, entityOf, keyOf, storedFields } from '../store/entity.ts'
import { rowOf } from '../store/found-row.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import type { JsonObject } from '../values/json.ts'
import { deriveNew } from './derive.ts'
import { inOrder } from './in-order.ts'
import { unknownReferences } from './references.ts'
import { unmetChecks } from './related-checks.ts'
import { insert, isOf, judge, removeRow, requireShown, wholeRow } from './row-writes.ts'

/** The relations whose rows came with their parent, with those rows. */
export const ownedOf = (
  unit: EntityUnit,
  input: RowInput,
): readonly (readonly [RelationModel, readonly JsonObject[]])[] =>
  Object.entries(input.owned).flatMap(([name, rows]) => {
    const relation = unit.relations.get(name)
    return relation ? [[relation, rows] as const] : []
  })

/**
 * Inserts rows with their parent. They are in its tenant, as is what they refer to, and the rules of their own entity judge them:
 * where none of those permits anything to these roles, the right to the parent does.
 */
export const insertOwned = async (
  store: WritingStore,
  relation: RelationModel,
  parent: JsonObject,
  children: readonly JsonObject[],
  given: InputReader,
): Promise<void> => {
  const { principal } = given
  const target = entityOf(store.units, relation.target)
  const { tenantField } = target.model
  const ours = {
    ...(tenantField !== undefined && { [tenantField]: principal.tenant ?? null }),
    ...targetValues(relation, parent),
  }
  const errors = new InputErrors()
  for (const [at, child] of children.entries()) {
    const grant = ownedGrant(given, target, 'create')
    if (!grant) throw new ProblemError(problem('forbidden', { detail: `You may not create any ${target.model.name}.` }))
    const path = `${errorPointer(relation.name)}/${at}`
    const write: HookedWrite = { action: 'create', stored: null, given: { ...child, ...ours }, owned: {} }
    const sealedOf = (row: JsonObject): Promise<JsonObject> => sealRow(store, target, row, Object.keys(row))
    const derived = await withinPath(path, () =>
      deriveNew({
        store,
        reader: { ...given, unit: target, grant },
        write,
        judged: async () => judge(store, target, grant, await sealedOf(write.given), principal, 'create'),
      }),
    )
    // Whose it is comes from its parent, whatever a hook says.
    const row = { ...write.given, ...derived, ...ours }
    const sealed = await sealedOf(row)
    const [, unknown] = await inOrder([
      judge(store, target, grant, sealed, principal, 'create'),
      unknownReferences(store, target, sealed, null, { principal, path }),
    ])
    errors.pushAll(unknown)
    if (unknown.length === 0) errors.pushAll(await unmetChecks(store, target, row, null, { principal, path }))
    if (errors.length > 0) continue
    await withinPath(path, async () => {
      await requireUnique(store, target, row, null)
      const inserted = await insert(store, target, sealed)
      await requireShown(store, target, inserted)
      if (target.model.hooks !== undefined)
        await store.hooks.after(target, {
          ...write,
          given: await wholeRow(store, target, { ...row, ...keyOf(target, inserted) }),
        })
    })
  }
  refuseErrors(errors)
}

/** What is wrong with a member of the input is told where that member is. */
const withinPath = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.problem.errors) throw error
    const errors = error.problem.errors.map((each) => ({ ...each, path: `${path}${each.path}` }))
    throw new ProblemError({ ...error.problem, errors })
  }
}

/** Where the right is to every row, so it is below. */
const ownedGrant = (
  { grant, principal }: Pick<InputReader, 'grant' | 'principal'>,
  target: EntityUnit,
  action: 'create' | 'delete',
): Grant | null => (grant === everyRow ? everyRow : grantOfOwned(target, action, principal))

const isGone = ({ changes }: WritingStore, unit: EntityUnit, row: JsonObject): boolean =>
  changes.findLast(isOf(unit, row))?.change === 'deleted'

/** Who removes, and when. `going`: the rows above, which go after what they own. */
interface Removal extends Pick<InputReader, 'principal' | 'reading' | 'grant'> {
  readonly going?: readonly string[]
}

/** Removes a row, and before it the rows that it owns: each by the rules of its own entity, told as a change of its own. */
export const removeWhole = async (
  store: WritingStore,
  unit: EntityUnit,
  row: JsonObject,
  { principal, reading, grant, going = [] }: Removal,
): Promise<void> => {
  const name = canonicalJson([unit.model.name, keyOf(unit, row)])
  // Rows may own each other in a ring: each goes once.
  if (going.includes(name)) return
  const below: Removal = { principal, reading, grant, going: [...going, name] }
  const write: HookedWrite = { action: 'delete', stored: row, given: {}, owned: null }
  const hasHooks = unit.model.hooks !== undefined
  if (hasHooks) await store.hooks.before(unit, write)
  for (const relation of ownedRelations(unit.model)) await removeOwned(store, relation, row, below)
  await removeRow(store, unit, row, reading.now)
  if (hasHooks) await store.hooks.after(unit, write)
}

/** Removes the rows that a parent owns, as their entity is deleted from: those marked deleted stay so. */
export const removeOwned = async (
  store: WritingStore,
  relation: RelationModel,
  parent: JsonObject,
  removing: Removal,
): Promise<void> => {
  const { principal } = removing
  const target = entityOf(store.units, relation.target)
  const { key, tenantField } = target.model
  const kept = ownedRelations(target.model).flatMap(({ from }) => from)
  const fields =
    target.model.hooks === undefined
      ? [...new Set([...key, ...(tenantField === undefined ? [] : [tenantField]), ...kept])]
      : storedFields(target)
  const grant = ownedGrant(removing, target, 'delete')
  const query = {
    entity: target.model.name,
    fields,
    judged: [grant],
    rules: null,
    ofTenant: true,
  }
  const rows = await store.writes.find(query, { principal, equal: targetValues(relation, parent) })
  if (!rows.every((row) => row.isJudged(0)))
    throw new ProblemError(
      problem('forbidden', { detail: `You may not take all ${relation.name} away that are there.` }),
    )
  for (const row of rows) {
    const stored = rowOf(fields, row)
    // The hook of another may have taken it away meanwhile.
    if (!isGone(store, target, stored)) await removeWhole(store, target, stored, removing)
  }
}
