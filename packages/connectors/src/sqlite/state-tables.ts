import type { StateTables } from '@charter/sql'

/** The state lies beside the rows, in tables with the reserved prefix; a position says what of the record its log has. */
export const stateTables: StateTables = { table: (name) => `"_charter_${name}"`, drained: [] }
