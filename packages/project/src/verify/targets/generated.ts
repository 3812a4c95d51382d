import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExampleRows } from '@charter/charter'
import type { Derived } from '@charter/service'
import { freePort, runService, StartFailed } from '../../run.ts'
import { installNodeModules } from '../../runtime-cache.ts'
import { openCredentials } from '../credentials/credentials.ts'
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
  const credentials = await openCredentials({ ...derived, dataFolder, ...examples, state: database.state })
  const mint = await tokenMint(dataFolder, derived.model, examples.attributes)
  const service = await runService({ folder, port, databaseUrl: database.url, dataFolder, env: credentials.env, onLog })
  return {
    name: folder,
    url: service.url,
    urls: Object.fromEntries(
      derived.styles.map(({ style }) => [style.name, (style.listener === 'grpc' && service.grpcUrl) || service.url]),
    ),
    tokenOf: (as, shows) => (shows ? credentials.show(as, shows) : mint(as)),
    start: async (env) => {
      const folderOfItsOwn = await mkdtemp(join(tmpdir(), 'charter-start-'))
      const started = { folder, port: 0, databaseUrl: database.url, dataFolder: folderOfItsOwn, env }
      try {
        const service = await runService(started)
        await service.stop()
        return service.process.exitCode === 0 ? null : 'It did not end in order when it was told to (SIGTERM).'
      } catch (error) {
        if (error instanceof StartFailed) return error.message
        throw error
      } finally {
        await rm(folderOfItsOwn, { recursive: true, force: true })
      }
    },
    reset: database.reset,
    close: async () => {
      await service.stop()
      await credentials.close()
      await database.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
