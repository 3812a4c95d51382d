import { type CheckDialect, type SqlConnector, withCompanion } from '@charter/sql'
import { checkOf } from './check.ts'
import { lossReasons } from './introspect/loss-reasons.ts'
import type { Profile } from './profile/profile.ts'
import { renderOf } from './render/entity.ts'
import { createSchema } from './render/schema.ts'

/** A backslash in quotes means another thing from one `sql_mode` to the next. */
const inHex = (text: string): string => `CONVERT(X'${Buffer.from(text).toString('hex')}' USING utf8mb4)`

type OfAProduct = 'open' | 'openState' | 'makeTemporary' | 'drivers'

/** What connectors of servers that speak this protocol have alike. What listens and speaks is imported when it is asked for. */
export const connectorOf = (profile: Profile, accepts: CheckDialect['accepts']): Omit<SqlConnector, OfAProduct> => ({
  name: profile.name,
  title: profile.product.title,
  accepts,
  introspect: async (url, options) => (await import('./introspect/introspect.ts')).introspect(profile, url, options),
  lossReasons,
  check: checkOf(profile, accepts),
  render: renderOf(profile),
  createSchema: (charter) => createSchema(profile, charter),
  migrate: async (url, options) => (await import('./migrate/dialect.ts')).migrateOf(profile)(url, options),
  stateDdl: async (charter) => {
    const [{ stateDdlOf }, { schemaOf }] = await Promise.all([
      import('./driver/state-schema.ts'),
      import('./driver/schema.ts'),
    ])
    return withCompanion(stateDdlOf(profile.product), charter, {
      createSchema: (of) => createSchema(profile, of),
      dialect: schemaOf(profile.product),
      text: inHex,
    })
  },
  ownUrl: () => null,
  print: async (url) => (await import('./printed.ts')).printed(profile, url),
})
