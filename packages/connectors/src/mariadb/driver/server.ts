import type { Server } from '@charter/sql/server'
import { openDatabase } from './database.ts'
import type { Product } from './product.ts'
import { ensureSchema } from './schema.ts'
import { openState } from './state.ts'

/** How databases of one product are opened. */
export const serverOf = (product: Product): Server => ({
  openDatabase: (options) => openDatabase(product, options),
  ensureSchema: (database, schema) => ensureSchema(product, database, schema),
  openState: (options) => openState(product, options),
})
