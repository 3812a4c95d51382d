import type { StateTables } from '@charter/sql'
import { stateName } from './driver/state-name.ts'

/** The state lies in its companion schema; what its log does not have yet waits in a table of its own. */
export const stateTables: StateTables = {
  table: (name) => `${stateName}."${name}"`,
  pending: `SELECT "position" FROM ${stateName}."audit_pending"`,
  drained: `DELETE FROM ${stateName}."audit_pending"`,
  snapshot: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
}
