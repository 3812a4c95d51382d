import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExampleRows } from '@charter/charter'
import type { Derived } from '@charter/service'
import { freePort, runService } from '../../run.ts'
import { installNodeModules } from '../../runtime-cache.ts'
import { openExampleDatabase } from '../example-database.ts'
import type { Target } from '../target.ts'
import { tokenMint } from '../tokens.ts'

const firstPort = 8900

/** A generated service, started from its folder on example rows in a throw-away database. Its own data is not touched. */
export const generatedTarget = async (
  folder: string,
  derived: Derived,
  examples: ExampleRows,
  onLog: (line: string) => void = () => {},
): Promise<Target> => {
  await installNodeModules(folder)
  const dataFolder = await mkdtemp(join(tmpdir(), 'charter-verify-'))
  const database = await openExampleDatabase(derived, examples, dataFolder)
  const port = await freePort(firstPort + Math.floor(Math.random() * 800))
  const service = await runService({ folder, port, databaseUrl: database.url, dataFolder, onLog })
  return {
    name: folder,
    url: service.url,
    urls: Object.fromEntries(
      derived.styles.map(({ style }) => [style.name, (style.listener === 'grpc' && service.grpcUrl) || service.url]),
    ),
    tokenOf: await tokenMint(dataFolder, derived.model, examples.attributes),
    reset: database.reset,
    close: async () => {
      await service.stop()
      await database.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
