import type { Charter, Field, TemporaryDatabase } from '@charter/charter'
import type { State } from '@charter/runtime'
import type { Derived } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { openPlainServer } from './plain-server.ts'
import type { Whose } from './target.ts'

/** Addresses of databases that are not as the charter wants them, each made when it is first asked for. */
export interface OtherDatabases {
  urlOf(whose: Whose): Promise<string>
  close(): Promise<void>
}

/** `near` says on which server they are made. */
export const otherDatabases = (
  derived: Derived<SqlConnector>,
  { state, near }: { readonly state: State; readonly near: string | null },
): OtherDatabases => {
  const made: TemporaryDatabase[] = []
  const urls = new Map<Whose, Promise<string>>()
  const make = async (whose: Whose): Promise<string> => {
    const fresh = await (whose === 'plain' ? openPlainServer() : derived.connector.makeTemporary(near))
    // Before it is filled: what cannot be is removed, too.
    made.push(fresh)
    if (whose !== 'plain') await fillers[whose](fresh.url, derived, state)
    return fresh.url
  }
  return {
    urlOf: (whose) => {
      const url = urls.get(whose) ?? make(whose)
      urls.set(whose, url)
      return url
    },
    close: async () => {
      await Promise.allSettled(made.map((each) => each.remove()))
    },
  }
}

const options = { isReadOnly: false, statementTimeoutMs: 10_000 } as const

type Fill = (url: string, derived: Derived<SqlConnector>, state: State) => Promise<void>

const fillers: Readonly<Record<Exclude<Whose, 'plain'>, Fill>> = {
  another: async (url, { connector, schema }) =>
    (await connector.open(url, { ...options, schema: (schema ?? []).slice(0, -1) })).close(),
  foreign: async (url, { connector, schema }, state) => {
    const apart = { ...state, close: async () => {} }
    const foreign = await connector.open(url, { ...options, schema: null, state: apart })
    const [table = ''] = (schema ?? []).filter((each) => each.startsWith('CREATE TABLE'))
    await foreign.database.transaction((transaction) => transaction.run(table, []))
    await foreign.close()
  },
  newer: async (url, { connector, schema, charter }) => {
    await (await connector.open(url, { ...options, schema })).close()
    await connector.migrate(url, {
      charter: nextOf(charter),
      goal: 'expand',
      drops: [],
      expressions: {},
      isDryRun: false,
    })
  },
}

/** A charter with one field more. */
const nextOf = (charter: Charter): Charter => ({
  ...charter,
  entities: charter.entities.map((entity, at) =>
    at === 0 ? { ...entity, fields: [...entity.fields, { ...oneMore, place: entity.place }] } : entity,
  ),
})

const oneMore: Omit<Field, 'place'> = {
  id: 'oneMore',
  name: 'oneMore',
  type: { kind: 'boolean' },
  isOptional: true,
  isUnique: false,
  isReadOnly: false,
  isImmutable: false,
}
