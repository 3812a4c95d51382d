import type { Driver } from '@charter/charter'
import { driverFiles } from '@charter/sql'
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

const shared = driverFiles(`
  audit-state connection database errors make-temporary meaning outbox placeholders product schema server
  sessions settings state state-schema text-alone
`)
