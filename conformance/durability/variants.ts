import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import type { Principal } from '@charter/runtime'
import { readConfig, type Service } from '@charter/runtime/service'
import { type Derived, derive, openService } from '@charter/service'
import { styles } from '@charter/styles'
import { createConnection } from 'mysql2'
import pg from 'pg'

/** Where rows are, and where their record is. */
export const variants = {
  'sqlite, owned': { database: 'sqlite', isOwned: true, state: null },
  'postgresql, owned': { database: 'postgresql', isOwned: true, state: null },
  'postgresql, owned, sealed at rest': { database: 'postgresql', isOwned: true, state: null, isAtRest: true },
  'postgresql, attached, state in a SQLite file': { database: 'postgresql', isOwned: false, state: null },
  'postgresql, attached, state in its own schema there': { database: 'postgresql', isOwned: false, state: 'source' },
  'mariadb, owned': { database: 'mariadb', isOwned: true, state: null },
  'mariadb, attached, state in a SQLite file': { database: 'mariadb', isOwned: false, state: null },
  'mariadb, attached, state in tables there': { database: 'mariadb', isOwned: false, state: 'source' },
} as const satisfies Readonly<Record<string, Variant>>

export interface Variant {
  readonly database: 'sqlite' | 'postgresql' | 'mariadb'
  readonly isOwned: boolean
  readonly state: 'source' | null
  /** What lies beside the database is sealed. */
  readonly isAtRest?: true
}

export type VariantName = keyof typeof variants

/** A database that a variant writes to, as a process of its own can be told. */
export interface Place {
  readonly variant: VariantName
  readonly url: string
  readonly folder: string
}

const charterText = ({ database, isOwned, state }: Variant, url: string): string => `
charter: 1
name: durable
serves: [rest]
sources: { main: ${isOwned ? `{ own: ${database} }` : `{ url: ${JSON.stringify(url)}, database: ${database} }`} }
${state === null ? '' : `state: ${state}`}
access:
  roles: [writer]
entities:
  Item:
    table: item
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..200 }
      note: { type: text, length: 1..200 }
      secret: { type: text, length: 1..200, protect: encrypt, optional: true }
    allow:
      writer: { do: [create, read, list, update, delete, audit] }
`

/** As its owner made it, before any service came. */
export const attachedTable = ({ database }: Variant): string =>
  `CREATE TABLE item (id ${database === 'mariadb' ? 'varchar(36)' : 'uuid'} NOT NULL PRIMARY KEY, name varchar(200) NOT NULL, note varchar(200) NOT NULL, secret text)`

export const derivedFor = ({ variant, url }: Place): Derived => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': charterText(variants[variant], url) }, { styles })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return derive(charter, connectors)
}

export const writer: Principal = { id: 'w', roles: ['writer'], attributes: {}, credential: 'jwt' }

export const openPlace = (place: Place, nowMs: () => number, onBug: (error: unknown) => void): Promise<Service> => {
  mkdirSync(place.folder, { recursive: true })
  const { isAtRest }: Variant = variants[place.variant]
  const env = {
    CHARTER_MODE: 'development',
    CHARTER_DATA: place.folder,
    DATABASE_URL: place.url,
    CHARTER_ALLOW_DDL: 'true',
    ...(isAtRest && { CHARTER_AT_REST: 'encrypt' }),
  }
  const config = readConfig(env, {
    name: 'durable',
    databaseUrl: place.url,
    stateUrl: `file:${join(place.folder, 'state.db')}`,
  })
  return openService(derivedFor(place), { config, nowMs, onBug })
}

/** The item table as the database knows it. */
export const tableOf = ({ variant }: Place): string =>
  variants[variant].database === 'postgresql' ? 'public."item"' : '"item"'

export const say = async (url: string, sql: string, values: readonly unknown[] = []): Promise<readonly unknown[][]> => {
  if (url.startsWith('mariadb:')) return sayMariadb(url, sql)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, values: [...values], rowMode: 'array' })).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const sayMariadb = async (url: string, sql: string): Promise<readonly unknown[][]> => {
  const client = createConnection(url.replace(/^mariadb:/, 'mysql:'))
  client.on('error', () => {})
  try {
    const [rows] = await client.promise().query({ sql, rowsAsArray: true })
    return Array.isArray(rows) ? (rows as unknown[][]) : []
  } finally {
    client.destroy()
  }
}
