import type { Driver } from '@charter/charter'
import lock from './driver-lock.json' with { type: 'json' }

type OfAProduct = Pick<Driver, 'module' | 'open' | 'openState' | 'temporary' | 'server'> & {
  /** The file that says what differs. */
  readonly product: string
}

/** What services in Node carry, whichever server of this protocol they speak to. */
export const driverOf = ({ product, ...of }: OfAProduct): Driver => ({
  ...of,
  folder: 'mariadb',
  dependencies: { mysql2: '3.24.6' },
  developmentDependencies: {},
  lock,
  files: [...shared, of.module, of.temporary, product].sort(),
})

const shared: readonly string[] = [
  'driver/audit-state.ts',
  'driver/connection.ts',
  'driver/database.ts',
  'driver/errors.ts',
  'driver/make-temporary.ts',
  'driver/meaning.ts',
  'driver/outbox.ts',
  'driver/placeholders.ts',
  'driver/product.ts',
  'driver/schema.ts',
  'driver/server.ts',
  'driver/sessions.ts',
  'driver/settings.ts',
  'driver/state-schema.ts',
  'driver/state.ts',
  'driver/text-alone.ts',
]
