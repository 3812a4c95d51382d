import type { Charter, Field, TemporaryDatabase } from '@charter/charter'
import type { State } from '@charter/runtime'
import { type Derived, serverNear } from '@charter/service'
import { openPlainServer } from './plain-server.ts'
import type { Whose } from './target.ts'

/** Addresses of databases that are not as the charter wants them, each made when it is first asked for. */
export interface OtherDatabases {
  urlOf(whose: Whose): Promise<string>
  close(): Promise<void>
}

export const otherDatabases = (derived: Derived, state: State): OtherDatabases => {
  const made = new Map<Whose, TemporaryDatabase>()
  return {
    urlOf: async (whose) => {
      const known = made.get(whose) ?? (await (whose === 'plain' ? openPlainServer() : makers[whose](derived, state)))
      made.set(whose, known)
      return known.url
    },
    close: async () => {
      for (const each of made.values()) await each.remove()
    },
  }
}

const options = { isReadOnly: false, statementTimeoutMs: 10_000 } as const

type Maker = (derived: Derived, state: State) => Promise<TemporaryDatabase>

const makers: Readonly<Record<Exclude<Whose, 'plain'>, Maker>> = {
  another: async ({ connector, schema }) => {
    const made = await connector.makeTemporary(serverNear())
    await (await connector.open(made.url, { ...options, schema: (schema ?? []).slice(0, -1) })).close()
    return made
  },
  foreign: async ({ connector, schema }, state) => {
    const made = await connector.makeTemporary(serverNear())
    const apart = { ...state, close: async () => {} }
    const foreign = await connector.open(made.url, { ...options, schema: null, state: apart })
    const [table = ''] = (schema ?? []).filter((each) => each.startsWith('CREATE TABLE'))
    await foreign.database.transaction((transaction) => transaction.run(table, []))
    await foreign.close()
    return made
  },
  newer: async ({ connector, schema, charter }) => {
    const made = await connector.makeTemporary(serverNear())
    await (await connector.open(made.url, { ...options, schema })).close()
    await connector.migrate(made.url, {
      charter: nextOf(charter),
      goal: 'expand',
      drops: [],
      expressions: {},
      isDryRun: false,
    })
    return made
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
