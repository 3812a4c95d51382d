import type { TemporaryDatabase } from '@charter/runtime'
import { makeTemporaryOf } from './make-temporary.ts'
import { mysqlProduct } from './mysql-product.ts'

/** A database of its own on the MySQL server that `near` names. Rejects as `makeTemporaryOf` does. */
export const makeTemporary = (near: string | null): Promise<TemporaryDatabase> => makeTemporaryOf(mysqlProduct, near)
