import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connectors } from '@charter/connectors'
import type { ServiceLog } from '@charter/runtime'
import { type OperationBody, readConfig, type Service } from '@charter/runtime/service'
import { openService } from '../open-service.ts'
import { say, testServer } from './attached.ts'
import { derivedOf } from './clinic.ts'
import type { DatabaseName } from './databases.ts'

export interface Theirs {
  readonly database: DatabaseName
  /** What its owner says to the database before there is a service. */
  readonly statements: string
  /** The charter over it. */
  charter(database: string, url: string): string
  readonly log?: ServiceLog
  readonly operations?: Readonly<Record<string, OperationBody>>
}

/** Works with the service of a charter over a database of somebody else's, which is gone afterwards. */
export const onTheirs = async (
  { database, statements, charter, log, operations }: Theirs,
  work: (service: Service) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-theirs-'))
  const made = await connectors.find(({ name }) => name === database)?.makeTemporary(testServer(database))
  const url = made?.url ?? ''
  if (database !== 'sqlite') await say(url, statements)
  else {
    const file = new DatabaseSync(url.replace(/^file:/, ''))
    file.exec(statements)
    file.close()
  }
  const service = await openService(derivedOf(charter(database, url)), {
    config: readConfig({ CHARTER_MODE: 'development', CHARTER_DATA: folder }, { name: 'club', databaseUrl: url }),
    ...(log && { log }),
    ...(operations && { operations }),
  })
  try {
    await work(service)
  } finally {
    await service.close()
    await made?.remove()
    rmSync(folder, { recursive: true })
  }
}
