import type { TemporaryDatabase } from '@charter/runtime'
import { makeTemporaryOf } from './make-temporary.ts'
import { mariadbProduct } from './mariadb-product.ts'

/** A database of its own on the MariaDB server that `near` names. Rejects as `makeTemporaryOf` does. */
export const makeTemporary = (near: string | null): Promise<TemporaryDatabase> => makeTemporaryOf(mariadbProduct, near)
