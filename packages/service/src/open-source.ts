import type { OpenOptions } from '@charter/charter'
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

/** What of a derived service opens it; `Opened`: what its own connector makes of that. */
interface Openable<Opened> extends Pick<Derived, 'stateConnector' | 'schema' | 'companion' | 'charter'> {
  readonly connector: { open(url: string, options: OpenOptions): Promise<Opened> }
}

/** Where state is that lies apart from its rows. */
export const stateUrlOf = (charter: Pick<Derived['charter'], 'state'>, dataFolder: string, given?: string): string =>
  given || (charter.state ?? defaultState).replace('{data}', () => dataFolder)

/** A charter's database with the service's state, where the charter has it. Rejects with a ProblemError (`unavailable`). */
export const openSource = async <Opened>(
  { connector, stateConnector, schema, companion, charter }: Openable<Opened>,
  {
    url,
    stateUrl,
    dataFolder,
    isReadOnly = false,
    mayCreate = false,
    statementTimeoutMs = 10_000,
    ...pooling
  }: OpenSourceOptions,
): Promise<Opened> => {
  const state = await stateConnector?.openState(stateUrlOf(charter, dataFolder, stateUrl))
  try {
    return await connector.open(url, {
      ...pooling,
      isReadOnly,
      mayCreate,
      schema,
      companion,
      statementTimeoutMs,
      ...(state && { state }),
    })
  } catch (error) {
    await state?.close()
    throw error
  }
}
