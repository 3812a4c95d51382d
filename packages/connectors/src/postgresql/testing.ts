import type { Charter, Entity, TemporaryDatabase } from '@charter/charter'
import type { JsonObject } from '@charter/runtime'
import type { EntitySql, SqlRow, SqlValue } from '@charter/sql/store'
import { decode, encode, readOf, setting, settingOnly } from '@charter/sql/store'
import pg from 'pg'
import { charterOf, modelOf } from '../conformance/build.ts'
import { openPostgresql } from './driver/open.ts'
import { makeTemporary } from './driver/temporary.ts'
import { render } from './render/entity.ts'

/** A database for one test, on the server that the run of tests has. */
export const temporary = (): Promise<TemporaryDatabase> => makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)

/** One or more statements as a person would say them, beside the driver. */
export const say = async (url: string, sql: string): Promise<readonly SqlRow[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result = await client.query({ text: sql, rowMode: 'array' })
    return (Array.isArray(result) ? result.at(-1) : result).rows
  } finally {
    await client.end()
  }
}

const place = { file: 'charter.yaml', line: 1, column: 1 }

/** A charter over an attached database. */
export const attachedCharter = (url: string, entities: readonly Entity[], more: Partial<Charter> = {}): Charter =>
  charterOf('postgresql', entities, { sources: [{ place, name: 'main', kind: 'url', url }], ...more })

/** The rows of one entity of an attached database, through what was rendered for it. */
export const serve = async (url: string, ...entities: readonly Entity[]) => {
  const charter = attachedCharter(url, entities)
  const sql = render(charter, modelOf(charter))
  const entity = sql[0]
  if (!entity) throw new Error('nothing was rendered')
  const opened = await openPostgresql({
    url,
    isReadOnly: false,
    schema: null,
    mayCreate: true,
    statementTimeoutMs: 5000,
  })
  return { ...rowsOf(opened, entity), sql, opened, entity }
}

const rowsOf = ({ database }: Awaited<ReturnType<typeof openPostgresql>>, entity: EntitySql) => {
  const columns = Object.entries(entity.columns)
  const bound = (fields: readonly string[], row: JsonObject): SqlValue[] =>
    fields.map((field) => encode(entity.columns[field]?.storage ?? { kind: 'text' }, row[field] ?? null))
  return {
    bound,
    all: async (rest = '', params: readonly SqlValue[] = []): Promise<readonly JsonObject[]> => {
      const text = `SELECT ${columns.map(([, { select }]) => select).join(', ')} FROM ${entity.from}${rest}`
      return (await database.all(readOf(text, entity.table), params)).map((row) =>
        Object.fromEntries(columns.map(([field, { storage }], at) => [field, decode(storage, row[at] ?? null)])),
      )
    },
    insert: (row: JsonObject) =>
      database.transaction((on) => on.run(insertOf(entity), bound(entity.insert?.fields ?? [], row))),
    /** `given`: the fields that are set; all of them where absent. */
    update: (row: JsonObject, key: readonly string[], given?: readonly string[]) => {
      const { sql, fields } = settingOnly(
        entity.update ?? { sql: '', fields: [] },
        given ?? entity.update?.fields ?? [],
      )
      const statement = setting(entity, 'UPDATE', { sql, fields })
      return database.transaction((on) => on.run(statement, [...bound(fields, row), ...bound(key, row)]))
    },
  }
}

/** The INSERT that was rendered. */
export const insertOf = (entity: EntitySql) => setting(entity, 'INSERT', entity.insert ?? { sql: '', fields: [] })
