import type { State } from '@charter/runtime'
import { type OpenOptions, openOn, openStateOn, type Server } from '@charter/sql/server'
import type { OpenedSql } from '@charter/sql/store'
import { openDatabase, setUp } from './database.ts'
import { schema } from './schema.ts'
import { openState } from './state.ts'

const server: Server = { openDatabase, schema, setUp, openState }

/**
 * Opens a PostgreSQL database for a service. Rejects with a ProblemError (`unavailable`) when the server cannot be reached,
 * or the database holds another schema than the one given, or would have to hold one for state that may not be made.
 * Nothing is created in an attached database but that companion schema, and only with `mayCreate`.
 */
export const openPostgresql = (options: OpenOptions): Promise<OpenedSql> => openOn(server, options)

/** A PostgreSQL database that holds service state alone. Rejects with a ProblemError (`unavailable`) when it cannot be opened. */
export const openPostgresqlState = (url: string): Promise<State> => openStateOn(server, url)
