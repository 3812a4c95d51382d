import type { ShipOrderBody } from './bodies.ts'

/** Hands an order to a carrier. */
export const shipOrder: ShipOrderBody = async ({ value, row }, { rows }) =>
  rows.update('Order', { id: row.id }, { tracking: value.tracking })
