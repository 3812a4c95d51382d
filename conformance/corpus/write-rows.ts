import { exampleRows } from '@charter/charter'
import type { Bound } from '@charter/project'
import type { EntityModel, Json, JsonObject } from '@charter/runtime'
import type { Client } from 'pg'
import { compareTable } from './compare.ts'
import { linkedRow, type Pool } from './link.ts'

export interface Written {
  readonly created: number
  readonly updated: number
  readonly deleted: number
  /** Answers that refused a write with a reason, by code. */
  readonly refused: Readonly<Record<string, number>>
  readonly failures: readonly string[]
}

export interface Writing {
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
 * A refusal with a reason is counted; a failure of the service, and every difference, is told.
 */
export const writeRows = async (writing: Writing, bounds: readonly Bound[]): Promise<Written> => {
  const tally = { created: 0, updated: 0, deleted: 0, refused: {} as Record<string, number>, failures: [] as string[] }
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
  readonly failures: string[]
}

const create = async (writing: Writing, bound: Bound, tally: Tally): Promise<JsonObject | null> => {
  const path = writing.pathOf(bound.entity.name, 'create')
  const example = exampleRows(writing.model, examples).rows[bound.entity.name]?.[created]
  if (path === null || !example) return null
  const row = await linkedRow(bound.entity, await withFreeKey(writing, bound, example), created, writing.pool)
  const writable = bound.entity.fields.filter(
    ({ name, writable }) => writable !== 'never' && row[name] !== undefined && row[name] !== null,
  )
  const answer = await writing.ask(
    'POST',
    path,
    pick(
      row,
      writable.map(({ name }) => name),
    ),
  )
  if (!isDone(answer, `POST ${path}`, tally)) return null
  tally.created++
  await agree(writing, bound, answer.body, `POST ${path}`, tally)
  return answer.body
}

const update = async (writing: Writing, bound: Bound, row: JsonObject, tally: Tally): Promise<void> => {
  const path = writing.pathOf(bound.entity.name, 'update')
  const example = exampleRows(writing.model, examples).rows[bound.entity.name]?.[changed]
  if (path === null || !example) return
  const fields = freeFields(bound.entity).filter((name) => example[name] !== undefined)
  const at = itemPath(path, bound.entity, row)
  const all = await writing.ask('PATCH', at, pick(example, fields))
  const answers = all.status < 400 ? [all] : [all, ...(await oneByOne(writing, at, example, fields))]
  for (const answer of answers) {
    if (!isDone(answer, `PATCH ${at}`, tally)) continue
    tally.updated++
  }
  const last = answers.findLast(({ status }) => status < 400)
  if (last) await agree(writing, bound, last.body, `PATCH ${at}`, tally)
}

/** What all together were refused for may be one value's fault. */
const oneByOne = async (writing: Writing, at: string, example: JsonObject, fields: readonly string[]) => {
  const answers: Awaited<ReturnType<Writing['ask']>>[] = []
  for (const field of fields.slice(0, 8)) answers.push(await writing.ask('PATCH', at, pick(example, [field])))
  return answers
}

const remove = async (writing: Writing, bound: Bound, row: JsonObject, tally: Tally): Promise<void> => {
  const path = writing.pathOf(bound.entity.name, 'remove')
  if (path === null) return
  const at = itemPath(path, bound.entity, row)
  const answer = await writing.ask('DELETE', at)
  if (!isDone(answer, `DELETE ${at}`, tally)) return
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
const withFreeKey = async ({ client }: Writing, { entity, table, columns }: Bound, row: JsonObject) => {
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

const isDone = ({ status, body }: { status: number; body: JsonObject }, what: string, tally: Tally): boolean => {
  if (status < 400) return true
  if (status >= 500) tally.failures.push(`${what} answered ${status}: ${JSON.stringify(body)}`)
  else tally.refused[String(body.code)] = (tally.refused[String(body.code)] ?? 0) + 1
  return false
}

/** What the API answered is what the table holds. */
const agree = async (writing: Writing, bound: Bound, row: JsonObject, what: string, tally: Tally): Promise<void> => {
  const found = await compareTable(writing.client, oneRow(bound, row), [row])
  if (found.missing.length > 0 || found.extra.length > 0)
    tally.failures.push(
      `${what} answered ${found.extra[0] ?? 'nothing'}, and the table holds ${found.missing[0] ?? 'nothing'}`,
    )
}

const oneRow = (bound: Bound, row: JsonObject): Bound => ({
  ...bound,
  table: `${bound.table} WHERE ${bound.entity.key.map((name) => `${bound.columns[name]} = '${String(row[name]).replaceAll("'", "''")}'`).join(' AND ')}`,
})

const itemPath = (path: string, entity: EntityModel, row: JsonObject): string =>
  entity.key.reduce((at, name) => at.replace(`:${name}`, () => encodeURIComponent(String(row[name]))), path)

const pick = (row: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
