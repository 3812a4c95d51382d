import type { StatePlace } from '@charter/sql'
import { stateName } from '../driver/state-name.ts'

/** The companion schema, without its quotes. */
export const stateSchema = stateName.slice(1, -1)

/** In the companion schema, as the state's own tables. */
export const statePlace: StatePlace = (table) => ({ schema: stateSchema, table })
