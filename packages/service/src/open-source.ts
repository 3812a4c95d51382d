import { join } from 'node:path'
import type { OpenSource } from '@charter/charter'
import type { Derived } from './derive.ts'

export interface OpenSourceOptions {
  readonly url: string
  /** Folder for a state database that the charter does not place itself. */
  readonly dataFolder: string
  readonly isReadOnly?: boolean
  readonly statementTimeoutMs?: number
}

/** A charter's database with the service's state, where the charter has it. Rejects with a ProblemError (`unavailable`). */
export const openSource = async (
  { connector, stateConnector, schema, charter }: Derived,
  { url, dataFolder, isReadOnly = false, statementTimeoutMs = 10_000 }: OpenSourceOptions,
): Promise<OpenSource> => {
  const state = await stateConnector?.openState(charter.state ?? `file:${join(dataFolder, 'state.db')}`)
  try {
    return await connector.open(url, { isReadOnly, schema, statementTimeoutMs, ...(state && { state }) })
  } catch (error) {
    await state?.close()
    throw error
  }
}
