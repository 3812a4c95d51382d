import type { OpenSqlSource } from '@charter/sql'
import { type Derived, defaultState } from './derive.ts'

export interface OpenSourceOptions {
  readonly url: string
  /** Of the state database, where there is one; by default where the charter has it, or a file in `dataFolder`. */
  readonly stateUrl?: string
  readonly dataFolder: string
  readonly isReadOnly?: boolean
  /** A schema for state may be made in a database that is somebody else's. */
  readonly mayCreate?: boolean
  readonly statementTimeoutMs?: number
  readonly replicaUrls?: readonly string[]
  readonly connectionsMax?: number
}

/** A charter's database with the service's state, where the charter has it. Rejects with a ProblemError (`unavailable`). */
export const openSource = async (
  { connector, stateConnector, schema, charter }: Derived,
  {
    url,
    stateUrl,
    dataFolder,
    isReadOnly = false,
    mayCreate = false,
    statementTimeoutMs = 10_000,
    ...pooling
  }: OpenSourceOptions,
): Promise<OpenSqlSource> => {
  const place = stateUrl ?? (charter.state ?? defaultState).replace('{data}', () => dataFolder)
  const state = await stateConnector?.openState(place)
  try {
    return await connector.open(url, {
      ...pooling,
      isReadOnly,
      mayCreate,
      schema,
      statementTimeoutMs,
      ...(state && { state }),
    })
  } catch (error) {
    await state?.close()
    throw error
  }
}
