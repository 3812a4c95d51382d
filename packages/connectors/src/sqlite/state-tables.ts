import type { StateTables } from '@charter/sql'
import { linesMax } from '@charter/sql/store'

const lastLine = `"position" * ${linesMax} + length("body") - length(replace("body", char(10), ''))`

/** The state lies beside the rows, in tables with the reserved prefix; a position says what of the record its log has. */
export const stateTables: StateTables = {
  table: (name) => `"_charter_${name}"`,
  pending: `SELECT "position" FROM "_charter_audit" WHERE ${lastLine} > (SELECT coalesce(max("position"), 0) FROM "_charter_drained")`,
  drained: `INSERT INTO "_charter_drained" ("only", "position") SELECT 1, coalesce(max(${lastLine}), 0) FROM "_charter_audit"`,
}
