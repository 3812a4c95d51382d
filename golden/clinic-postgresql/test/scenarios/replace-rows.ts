import { comesBefore, type JsonObject, referenceOrder, type ServiceModel, type Store } from '../../src/runtime/index.ts'
import { loadRows, type Service } from '../../src/runtime/service/index.ts'
import type { EntitySql, SqlTransaction, Statement } from '../../src/sql-store/index.ts'
import { databaseOf, encode, named, readOf, setting, writeOf } from '../../src/sql-store/index.ts'

export interface ReplaceContext {
  readonly model: ServiceModel
  readonly plans: readonly EntitySql[]
  readonly store: Store
  /** Null where no field is sealed. */
  readonly protection: Service['protection']
}

export type Rows = Readonly<Record<string, readonly JsonObject[]>>

/** All rows away, then these in, past rules and audit. */
export const replaceRows = async (replacing: ReplaceContext, rows: Rows): Promise<void> => {
  const { model, store, protection } = replacing
  if (!protection) return replaceInOne(replacing, rows)
  await replaceInOne(replacing, {})
  const order = referenceOrder(model).map((entity) => ({ entity, rows: rows[entity] ?? [] }))
  await loadRows(store, model, order, protection)
}

/** What the service was asked before may still be under way, and come first. */
const replaceInOne = ({ model, plans, store }: ReplaceContext, rows: Rows): Promise<void> =>
  databaseOf(store).transaction(
    async (transaction) => {
      await removeAll(transaction, { model, plans })
      for (const each of inOrder(model, plans)) {
        const { entity, insert, columns } = each
        if (!insert) continue
        const statement = setting(each, 'INSERT', insert)
        for (const row of rows[entity] ?? [])
          await transaction.later(
            statement,
            insert.fields.map((field) => encode(columns[field]?.storage ?? { kind: 'text' }, row[field] ?? null)),
          )
      }
    },
    { isRepeatable: true },
  )

/** All rows away: first the references that close a circle. It is said, and sent with what the transaction asks next, or with its end. */
export const removeAll = async (
  transaction: SqlTransaction,
  { model, plans }: Pick<ReplaceContext, 'model' | 'plans'>,
): Promise<void> => {
  for (const statement of openings(model, plans)) await transaction.later(statement, [])
  for (const each of [...inOrder(model, plans)].reverse()) if (each.insert) await removeRows(transaction, model, each)
}

/** Statements that take away what rows refer to among those that are removed before them. */
const openings = (model: ServiceModel, plans: readonly EntitySql[]): readonly Statement[] => {
  const isBefore = comesBefore(model)
  return model.entities.flatMap(({ name, relations }) => {
    const of = plans.find(({ entity }) => entity === name)
    const closing = relations.filter(
      ({ kind, target, isOptional }) => kind === 'one' && isOptional && isBefore(name, target),
    )
    return closing.flatMap((relation) => {
      const [field = ''] = relation.from
      if (!of?.insert) return []
      const column = named(of.columns[field]?.name ?? field)
      const text = `UPDATE ${of.from} SET ${column} = NULL WHERE ${column} IS NOT NULL`
      return [writeOf('UPDATE', { text, table: of.table })]
    })
  })
}

/** What is referred to before what refers to it. */
const inOrder = (model: ServiceModel, plans: readonly EntitySql[]): readonly EntitySql[] =>
  referenceOrder(model).flatMap((name) => plans.find(({ entity }) => entity === name) ?? [])

/** Rows that no other row of their own entity refers to, until none is left: a reference may forbid what it refers to to go. */
const removeRows = async (
  transaction: SqlTransaction,
  model: ServiceModel,
  { entity, table, from, removeFrom, columns }: EntitySql,
): Promise<void> => {
  const relations = model.entities.find(({ name }) => name === entity)?.relations ?? []
  const leaves = relations.flatMap((relation) => {
    const [own = '', other = ''] = [relation.from[0], relation.to[0]]
    const [reference, key] = [columns[own]?.sort, columns[other]?.sort]
    return relation.kind === 'one' && relation.target === entity && relation.from.length === 1 && reference && key
      ? [`${key} NOT IN (SELECT r FROM (SELECT ${reference} AS r FROM ${from} WHERE ${reference} <> ${key}) AS others)`]
      : []
  })
  const text = `${removeFrom}${leaves.length > 0 ? ` WHERE ${leaves.join(' AND ')}` : ''}`
  const removing = writeOf('DELETE', { text, table })
  if (leaves.length === 0) return transaction.later(removing, [])
  while ((await transaction.run(removing, [])).changes > 0);
  if ((await transaction.all(readOf(`SELECT 1 FROM ${from} LIMIT 1`, table), [])).length > 0)
    throw new Error(`rows of ${entity} refer to one another in a circle, so a scenario's rows cannot be put back`)
}
