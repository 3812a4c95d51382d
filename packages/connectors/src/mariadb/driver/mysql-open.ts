import type { State } from '@charter/runtime'
import { type OpenOptions, openOn, openStateOn } from '@charter/sql/server'
import type { OpenedSql } from '@charter/sql/store'
import { mysqlProduct } from './mysql-product.ts'
import { serverOf } from './server.ts'

/**
 * Opens a MySQL database for a service. Rejects with a ProblemError (`unavailable`) when the server cannot be reached or is
 * another product, or the database holds another schema than the one given, or would have to hold tables for state that may not
 * be made.
 */
export const openMysql = (options: OpenOptions): Promise<OpenedSql> => openOn(serverOf(mysqlProduct), options)

/** A MySQL database that holds service state alone. Rejects with a ProblemError (`unavailable`) when it cannot be opened. */
export const openMysqlState = (url: string): Promise<State> => openStateOn(serverOf(mysqlProduct), url)
