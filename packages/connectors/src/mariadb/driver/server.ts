import type { Server } from '@charter/sql/server'
import { openDatabase, setUp } from './database.ts'
import type { Product } from './product.ts'
import { schemaOf } from './schema.ts'
import { openStateOf } from './state.ts'

/** How databases of one product are opened. */
export const serverOf = (product: Product): Server => ({
  openDatabase: (options) => openDatabase(product, options),
  schema: schemaOf(product),
  setUp,
  openState: openStateOf(product),
})
