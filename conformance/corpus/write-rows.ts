import { exampleRows } from '@charter/charter'
import type { Bound } from '@charter/project'
import type { EntityModel, Json, JsonObject } from '@charter/runtime'
import type { Client } from 'pg'
import { compareTable } from './compare.ts'
import { linkedRow, type Pool } from './link.ts'
import { otherRows } from './other-rows.ts'
import { byKey, deleteOf, faultOf, insertOf, type PlainWrite, updateOf } from './plain-writes.ts'

export interface Written {
  readonly created: number
  readonly updated: number
  readonly deleted: number
  /** Answers that refused a write with a reason, by code. */
  readonly refused: Readonly<Record<string, number>>
  /** Writes that plain SQL cannot do either, with PostgreSQL's words: what the database does is at fault, and nothing of ours. */
  readonly broken: readonly string[]
  readonly failures: readonly string[]
}

export interface WriteContext {
  readonly model: Parameters<typeof exampleRows>[0]
  readonly client: Client
  readonly pool: Pool
  /** The route of an entity, `:field` for each key field; null where it is not offered. */
  pathOf(entity: string, kind: 'create' | 'update' | 'remove'): string | null
  ask(method: string, path: string, body?: Json): Promise<{ readonly status: number; readonly body: JsonObject }>
}

/** Ordinals that `fillTables` does not use. */
const [created, changed, examples] = [7, 8, 9]

/**
 * Creates, updates and deletes a row of an entity through the API, as far as it offers that, and reads each by plain SQL.
 * A refusal with a reason is counted; a failure of the service, every difference, and what the database itself cannot do is told.
 */
export const writeRows = async (writing: WriteContext, bounds: readonly Bound[]): Promise<Written> => {
  const tally: Tally = { created: 0, updated: 0, deleted: 0, refused: {}, broken: [], failures: [] }
  for (const bound of bounds) {
    const row = await create(writing, bound, tally)
    if (!row) continue
    await update(writing, bound, row, tally)
    await remove(writing, bound, row, tally)
  }
  return tally
}

type Tally = { -readonly [Name in keyof Written]: Written[Name] } & {
  readonly refused: Record<string, number>
  readonly broken: string[]
  readonly failures: string[]
}

const create = async (writing: WriteContext, bound: Bound, tally: Tally): Promise<JsonObject | null> => {
  const path = writing.pathOf(bound.entity.name, 'create')
  const example = exampleRows(writing.model, examples).rows[bound.entity.name]?.[created]
  if (path === null || !example) return null
  const row = await linkedRow(bound.entity, await withFreeKey(writing, bound, example), created, writing.pool)
  const { body, answer } = await createOne(writing, bound, path, otherRows(bound.entity, row, created))
  const what = `POST ${path}`
  if (!(await isDone(writing, answer, { what, entity: bound.entity.name, plain: insertOf(bound, body) }, tally)))
    return null
  tally.created++
  await agree(writing, bound, answer.body, `POST ${path}`, tally)
  return answer.body
}

/** Of the rows the first that is taken, or what was said of the last: each may be refused by a rule that the charter does not say. */
const createOne = async (writing: WriteContext, { entity }: Bound, path: string, rows: readonly JsonObject[]) => {
  const bodyOf = (row: JsonObject) => {
    const given = entity.fields.filter(
      ({ name, writable }) => writable !== 'never' && row[name] !== undefined && row[name] !== null,
    )
    return pick(
      row,
      given.map(({ name }) => name),
    )
  }
  const [first = {}, ...others] = rows.map(bodyOf)
  let made = { body: first, answer: await writing.ask('POST', path, first) }
  for (const body of others) {
    if (made.answer.body.code !== 'invalid-input') break
    made = { body, answer: await writing.ask('POST', path, body) }
  }
  return made
}

const update = async (writing: WriteContext, bound: Bound, row: JsonObject, tally: Tally): Promise<void> => {
  const path = writing.pathOf(bound.entity.name, 'update')
  const example = exampleRows(writing.model, examples).rows[bound.entity.name]?.[changed]
  if (path === null || !example) return
  const fields = freeFields(bound.entity).filter((name) => example[name] !== undefined)
  const at = itemPath(path, bound.entity, row)
  const all = await patch(writing, at, pick(example, fields))
  const tried = all.answer.status < 400 ? [all] : [all, ...(await oneByOne(writing, at, example, fields))]
  for (const { body, answer } of tried) {
    const doing = { what: `PATCH ${at}`, entity: bound.entity.name, plain: updateOf(bound, row, body) }
    if (await isDone(writing, answer, doing, tally)) tally.updated++
  }
  const last = tried.findLast(({ answer }) => answer.status < 400)
  if (last) await agree(writing, bound, last.answer.body, `PATCH ${at}`, tally)
}

const patch = async (writing: WriteContext, at: string, body: JsonObject) => ({
  body,
  answer: await writing.ask('PATCH', at, body),
})

/** What all together were refused for may be one value's fault. */
const oneByOne = async (writing: WriteContext, at: string, example: JsonObject, fields: readonly string[]) => {
  const tried: Awaited<ReturnType<typeof patch>>[] = []
  for (const field of fields.slice(0, 8)) tried.push(await patch(writing, at, pick(example, [field])))
  return tried
}

const remove = async (writing: WriteContext, bound: Bound, row: JsonObject, tally: Tally): Promise<void> => {
  const path = writing.pathOf(bound.entity.name, 'remove')
  if (path === null) return
  const at = itemPath(path, bound.entity, row)
  const answer = await writing.ask('DELETE', at)
  const doing = { what: `DELETE ${at}`, entity: bound.entity.name, plain: deleteOf(bound, row) }
  if (!(await isDone(writing, answer, doing, tally))) return
  tally.deleted++
  const left = await compareTable(writing.client, oneRow(bound, row), [])
  if (left.rows > 0) tally.failures.push(`DELETE ${at}: the row is still there`)
}

/** Fields whose values nothing else depends on. */
const freeFields = ({ fields, key, unique, relations }: EntityModel): readonly string[] =>
  fields
    .filter(({ name, writable }) => writable === 'always' && !key.includes(name))
    .map(({ name }) => name)
    .filter((name) => !unique.some(({ fields: of }) => of.includes(name)))
    .filter((name) => !relations.some(({ kind, from }) => kind === 'one' && from.includes(name)))

/** A number that clients give is one past those that are there. */
const withFreeKey = async ({ client }: WriteContext, { entity, table, columns }: Bound, row: JsonObject) => {
  const made: Record<string, Json> = { ...row }
  for (const name of entity.key) {
    const field = entity.fields.find((each) => each.name === name)
    if (field?.writable === 'never' || (field?.type.kind !== 'int32' && field?.type.kind !== 'int64')) continue
    const found = await client.query<{ next: string }>(
      `SELECT coalesce(max(${columns[name]}), 0) + 1 AS next FROM ${table}`,
    )
    const next = found.rows[0]?.next ?? '1'
    made[name] = field.type.kind === 'int32' || field.type.isNumber ? Number(next) : next
  }
  return made
}

interface WriteTask {
  readonly what: string
  readonly entity: string
  /** The same in plain SQL. */
  readonly plain: PlainWrite
}

/** A failure is the service's unless plain SQL fails as well. */
const isDone = async (
  { client }: WriteContext,
  { status, body }: Awaited<ReturnType<WriteContext['ask']>>,
  { what, entity, plain }: WriteTask,
  tally: Tally,
): Promise<boolean> => {
  if (status < 400) return true
  if (status < 500) tally.refused[String(body.code)] = (tally.refused[String(body.code)] ?? 0) + 1
  else {
    const fault = await faultOf(client, plain)
    if (fault === null) tally.failures.push(`${what} answered ${status}: ${JSON.stringify(body)}`)
    else tally.broken.push(`${entity}: ${what.split(' ')[0]}: ${fault}`)
  }
  return false
}

/** What the API answered is what the table holds. */
const agree = async (
  writing: WriteContext,
  bound: Bound,
  row: JsonObject,
  what: string,
  tally: Tally,
): Promise<void> => {
  const found = await compareTable(writing.client, oneRow(bound, row), [row])
  if (found.missing.length > 0 || found.extra.length > 0)
    tally.failures.push(
      `${what} answered ${found.extra[0] ?? 'nothing'}, and the table holds ${found.missing[0] ?? 'nothing'}`,
    )
}

const oneRow = (bound: Bound, row: JsonObject): Bound => ({
  ...bound,
  table: `${bound.table}${byKey(bound, row)}`,
})

const itemPath = (path: string, entity: EntityModel, row: JsonObject): string =>
  entity.key.reduce((at, name) => at.replace(`:${name}`, () => encodeURIComponent(String(row[name]))), path)

const pick = (row: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
