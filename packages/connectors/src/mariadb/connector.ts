import type { CheckDialect, SqlConnector } from '@charter/sql'
import { checkOf } from './check.ts'
import { lossReasons } from './introspect/loss-reasons.ts'
import type { Profile } from './profile/profile.ts'
import { renderOf } from './render/entity.ts'
import { createSchema } from './render/schema.ts'

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
  stateDdl: async () => (await import('./driver/state-schema.ts')).stateDdlOf(profile.product),
  ownUrl: () => null,
  print: async (url) => (await import('./printed.ts')).printed(profile, url),
})
