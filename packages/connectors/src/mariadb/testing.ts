import type { Charter, TemporaryDatabase } from '@charter/charter'
import { parseCharter, toModel } from '@charter/charter'
import type { JsonObject } from '@charter/runtime'
import { openOn, reach, sessionAt } from '@charter/sql/server'
import type { EntitySql, OpenedSql, SqlRow, SqlValue } from '@charter/sql/store'
import { decode, encode, readOf, setting, settingOnly } from '@charter/sql/store'
import { makeTemporaryOf } from './driver/make-temporary.ts'
import { serverOf } from './driver/server.ts'
import { sessionsOf } from './driver/sessions.ts'
import { introspect } from './introspect/introspect.ts'
import { mariadbProfile } from './profile/mariadb.ts'
import type { Profile } from './profile/profile.ts'
import { renderOf } from './render/entity.ts'

/** What tests do with databases of one product, on the server that the run of tests has. */
export const testingOf = (profile: Profile, near: string | null) => ({
  /** A database for one test. */
  temporary: (): Promise<TemporaryDatabase> => makeTemporaryOf(profile.product, near),

  /** Statements of their owner, whose session is set as they like it. */
  async say(url: string, ...statements: readonly string[]): Promise<readonly SqlRow[]> {
    const sessions = sessionsOf(profile.product)
    const session = await reach(sessions, sessionAt(sessions, url, { statementTimeoutMs: 10_000 }))
    try {
      await session.run(`SET SESSION sql_mode = 'ANSI_QUOTES'`, [])
      let rows: readonly SqlRow[] = []
      for (const statement of statements) rows = (await session.run(statement, [])).rows
      return rows
    } finally {
      await session.close()
    }
  },

  /** What introspection makes of a database: its charter and losses. */
  async introspected(url: string) {
    const { document, losses } = await introspect(profile, url, { name: 'theirs' })
    const { charter, diagnostics } = parseCharter({
      'charter.yaml': document.replace('env(DATABASE_URL)', JSON.stringify(url)),
    })
    if (!charter) throw new Error(JSON.stringify(diagnostics))
    return { charter, document, losses: losses.map(({ reason, about }) => `${reason} ${about}`) }
  },

  /** The rows of an entity of an attached database, through what was rendered for it. */
  async serve(url: string, charter: Charter, name: string) {
    const entity = renderOf(profile)(charter, toModel(charter, [])).find((each) => each.entity === name)
    if (!entity) throw new Error(`nothing was rendered for ${name}`)
    const options = { url, isReadOnly: false, schema: null, mayCreate: true, statementTimeoutMs: 5000 }
    const opened = await openOn(serverOf(profile.product), options)
    return { ...rowsOf(opened.database, entity), entity, opened }
  },
})

export const { temporary, say, introspected, serve } = testingOf(
  mariadbProfile,
  process.env.CHARTER_TEST_MARIADB ?? null,
)

const rowsOf = (database: OpenedSql['database'], entity: EntitySql) => {
  const columns = Object.entries(entity.columns)
  const bound = (fields: readonly string[], row: JsonObject): SqlValue[] =>
    fields.map((field) => encode(entity.columns[field]?.storage ?? { kind: 'text' }, row[field] ?? null))
  return {
    all: async (rest = '', params: readonly SqlValue[] = []): Promise<readonly JsonObject[]> => {
      const text = `SELECT ${columns.map(([, { select }]) => select).join(', ')} FROM ${entity.from}${rest}`
      return (await database.all(readOf(text, entity.table), params)).map((row) =>
        Object.fromEntries(columns.map(([field, { storage }], at) => [field, decode(storage, row[at] ?? null)])),
      )
    },
    insert: (row: JsonObject) =>
      database.transaction((on) => on.run(insertOf(entity), bound(entity.insert?.fields ?? [], row))),
    update: (row: JsonObject, key: readonly string[], given: readonly string[]) => {
      const { sql, fields } = settingOnly(entity.update ?? { sql: '', fields: [] }, given)
      const statement = setting(entity, 'UPDATE', { sql, fields })
      return database.transaction((on) => on.run(statement, [...bound(fields, row), ...bound(key, row)]))
    },
  }
}

/** The INSERT that was rendered. */
const insertOf = (entity: EntitySql) => setting(entity, 'INSERT', entity.insert ?? { sql: '', fields: [] })
