import type { TemporaryDatabase } from '@charter/runtime'
import { makeTemporaryOn } from '@charter/sql/server'
import type { Product } from './product.ts'
import { sessionsOf } from './sessions.ts'

/** A database of its own on the server that `near` names. Rejects as the kit's does. */
export const makeTemporaryOf = (product: Product, near: string | null): Promise<TemporaryDatabase> =>
  makeTemporaryOn(
    {
      sessions: sessionsOf(product),
      scheme: /^(?:mariadb|mysql):\/\//i,
      example: `${product.scheme}://user@host/mysql`,
      create: (name) => `CREATE DATABASE "${name}" CHARACTER SET utf8mb4 COLLATE ${product.collation}`,
      drop: (name) => `DROP DATABASE IF EXISTS "${name}"`,
    },
    near,
  )
