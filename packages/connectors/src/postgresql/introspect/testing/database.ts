import { randomUUID } from 'node:crypto'
import { type Charter, checkCharter, type Entity, type IntrospectOptions, parseCharter } from '@charter/charter'
import type { SqlIntrospection } from '@charter/sql'
import { Client } from 'pg'
import { expect } from 'vitest'
import { introspect } from '../introspect.ts'
import { lossReasons } from '../loss-reasons.ts'

const server = (): string => {
  const url = process.env.CHARTER_TEST_POSTGRESQL
  if (!url) throw new Error('CHARTER_TEST_POSTGRESQL is not set: run the tests with vitest, which starts a server.')
  return url
}

const running = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs statements as the superuser, in the database of a URL. */
export const execute = (url: string, sql: string): Promise<unknown> => running(url, (client) => client.query(sql))

export const urlOf = (database: string, user?: string, password?: string): string => {
  const url = new URL(server())
  url.pathname = `/${database}`
  if (user !== undefined) url.username = user
  if (password !== undefined) url.password = password
  return url.href
}

/** Runs `work` with an own database made from `sql`, which goes with it. */
export const withDatabase = async <Result>(sql: string, work: (url: string) => Promise<Result>): Promise<Result> => {
  const name = `introspect_${randomUUID().replaceAll('-', '')}`
  await execute(server(), `CREATE DATABASE ${name}`)
  try {
    await execute(urlOf(name), sql)
    return await work(urlOf(name))
  } finally {
    await execute(server(), `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

export interface Read extends SqlIntrospection {
  readonly charter: Charter
  /** `reason about`, sorted. */
  readonly lost: readonly string[]
}

/** Introspects, and demands a charter without any finding but what is said of every attached database. */
export const read = async (url: string, options: Partial<IntrospectOptions> = {}): Promise<Read> => {
  const introspection = await introspect(url, { name: 'source', ...options })
  expect(lossReasons).toEqual(expect.arrayContaining(introspection.losses.map(({ reason }) => reason)))
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': introspection.document })
  expect(diagnostics).toEqual([])
  if (!charter) throw new Error('no charter')
  const found = checkCharter(charter, { styles: [{ name: 'rest', check: () => [] }], connectors: [postgresql] })
  expect(found.filter(({ severity }) => severity !== 'information')).toEqual([])
  const lost = introspection.losses.map(({ reason, about }) => `${reason} ${about}`).sort()
  return { ...introspection, charter, lost }
}

const postgresql = { name: 'postgresql', accepts: () => true, check: () => [] }

export const readSql = (sql: string, options: Partial<IntrospectOptions> = {}): Promise<Read> =>
  withDatabase(sql, (url) => read(url, options))

export const entityIn = (charter: Charter, name: string): Entity => {
  const found = charter.entities.find((each) => each.name === name)
  if (!found) throw new Error(`no ${name} among ${charter.entities.map((each) => each.name).join(', ')}`)
  return found
}

export const fieldIn = (charter: Charter, entity: string, name: string) =>
  entityIn(charter, entity).fields.find((field) => field.name === name)

/** `one artist → Artist`. */
export const relationsIn = (charter: Charter, entity: string): readonly string[] =>
  entityIn(charter, entity)
    .relations.map(({ kind, name, target, from, to }) => `${kind} ${name} → ${target} (${from}: ${to})`)
    .sort()
