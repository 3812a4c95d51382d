import type { Fate } from '../runtime/index.ts'
import { readOf, type Sql, type SqlRow, type SqlValue } from '../sql-store/index.ts'
import { stateOf } from './errors.ts'

type All = (sql: Sql, params: readonly SqlValue[]) => Promise<readonly SqlRow[]>

/** `txid_` as every version since 10 has it; later ones call it `pg_current_xact_id` as well. */
const epochOf = (instant: string): string => `pg_catalog.date_part('epoch', pg_catalog.${instant}())::text`
/** A server whose session was killed recovers without being started anew: its statistics begin again then. */
const startedAt = `${epochOf('pg_postmaster_start_time')} || '/' || coalesce(${epochOf('pg_stat_get_bgwriter_stat_reset_time')}, '')`
const select = readOf(`SELECT pg_catalog.txid_current()::text, ${startedAt}`)
const status = readOf(`SELECT pg_catalog.txid_status(?::bigint), ${startedAt}`)

/** `<transaction id>@<start of the server>/<its last recovery, or when somebody reset its statistics>`. Gives the transaction its id, so it has to be one that writes. */
export const markOf = async (all: All): Promise<string> => (await all(select, []))[0]?.join('@') ?? ''

/**
 * What the server's commit log says. It is sure of what it has not committed; that a transaction of this id was committed
 * counts only while the same server runs, and has not recovered, for after a crash an id that never reached the disk is given out again
 * (postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT).
 */
export const fateOf = async (all: All, mark: string): Promise<Fate> => {
  const [id = '', start = ''] = mark.split('@')
  try {
    const [row] = await all(status, [id])
    const isSame = row?.[1] === start
    switch (row?.[0]) {
      case 'aborted':
        return 'undone'
      case 'in progress':
        return isSame ? 'under-way' : 'unknown'
      case 'committed':
        return isSame ? 'committed' : 'unknown'
      default:
        return 'unknown'
    }
  } catch (error) {
    // An id that is still to come: the crash took the transaction with it.
    if (stateOf(error) === '22023') return 'undone'
    throw error
  }
}
