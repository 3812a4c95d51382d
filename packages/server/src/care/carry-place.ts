import { openSource } from '@charter/service'
import type { CarryPlace } from '@charter/sql'
import { platformCharter } from '../platform-charter.ts'
import { CareFault } from './care-fault.ts'

export interface PlaceOptions {
  /** Of a SQLite file, or a PostgreSQL database. */
  readonly url: string
  readonly folder: string
  readonly isReadOnly?: boolean
}

/** All rows of an entity are read by one statement each two hundred: it takes what it takes. */
const statementTimeoutMs = 600_000

/** Opens where rows of a platform lie, or are to. Rejects as a platform does that is opened there. */
export const carryPlace = async ({ url, folder, isReadOnly = false }: PlaceOptions): Promise<CarryPlace> => {
  const derived = await platformCharter({ DATABASE_URL: url })
  const { stateTables: tables, title } = derived.connector
  if (!tables) throw new CareFault(`Rows are carried neither to ${title} nor from it.`)
  const opened = await openSource(derived, { url, dataFolder: folder, isReadOnly, statementTimeoutMs })
  return { opened, plans: derived.plans, tables }
}
