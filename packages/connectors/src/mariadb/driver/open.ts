import type { State } from '@charter/runtime'
import { type OpenOptions, openOn, openStateOn } from '@charter/sql/server'
import type { OpenedSql } from '@charter/sql/store'
import { mariadbProduct } from './mariadb-product.ts'
import { serverOf } from './server.ts'

/**
 * Opens a MariaDB database for a service. Rejects with a ProblemError (`unavailable`) when the server cannot be reached or is
 * another product, or the database holds another schema than the one given, or would have to hold tables for state that may not
 * be made.
 */
export const openMariadb = (options: OpenOptions): Promise<OpenedSql> => openOn(serverOf(mariadbProduct), options)

/** A MariaDB database that holds service state alone. Rejects with a ProblemError (`unavailable`) when it cannot be opened. */
export const openMariadbState = (url: string): Promise<State> => openStateOn(serverOf(mariadbProduct), url)
