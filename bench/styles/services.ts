import { spawn } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectors } from '@charter/connectors'
import { generateService, installNodeModules, loadCharter, requireSound, runService, writeTree } from '@charter/project'
import { developmentIssuer, loadRows, signingKeyFile } from '@charter/runtime/service'
import { derive } from '@charter/service'
import { benchRows, region } from './rows.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** A service that runs in a process of its own. `token`: what it takes as its callers' credential, where it asks for one. */
export interface Started {
  readonly url: string
  readonly processId: number
  readonly token: string | null
  stop(): Promise<unknown> | unknown
}

/** The generated service of the bench's charter, with every style; makes the tables and fills them. */
export const startGenerated = async (
  folder: string,
  databaseUrl: string,
): Promise<{ readonly http: Started; readonly grpc: Started }> => {
  const project = join(folder, 'store')
  mkdirSync(project)
  cpSync(join(here, 'charter.yaml'), join(project, 'charter.yaml'))
  const loaded = await loadCharter(project)
  const charter = requireSound(loaded)
  const { files } = await generateService(charter, 'node', loaded)
  await writeTree(project, files)
  await installNodeModules(project)
  const { schema, model, plans, connector } = derive(charter, connectors)
  const opened = await connector.open(databaseUrl, { isReadOnly: false, schema, statementTimeoutMs: 30_000 })
  await loadRows(opened.store(model, plans), model, benchRows())
  await opened.database.transaction((on) => on.run('ANALYZE', []))
  await opened.close()
  const keys = await signingKeyFile(join(project, '.charter', 'data', 'keys', 'development.pem'))
  const personClaim = charter.access.person?.claim
  const issuer = await developmentIssuer({ ...keys, audience: charter.name, personClaim, nowMs: Date.now })
  const token = await issuer.token(['clerk'], { region })
  const onLog = (line: string) => console.error(line)
  const running = await runService({ folder: project, port: 0, databaseUrl, onLog })
  const http = { url: running.url, processId: running.process.pid ?? 0, token, stop: running.stop }
  return { http, grpc: { ...http, url: running.ownUrls.grpc ?? '', stop: () => {} } }
}

/** A peer of a folder of its own, with its own lock: nothing of it is installed with the project. */
export const startPeer = async (folder: string, source: string, databaseUrl: string): Promise<Started> => {
  const own = join(folder, basename(source))
  cpSync(join(here, source), own, { recursive: true })
  await installNodeModules(own)
  return await spawnPeer(join(own, 'server.mjs'), [databaseUrl, region])
}

const spawnPeer = (file: string, words: readonly string[]): Promise<Started> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.once('error', reject)
    child.once('close', (status) => reject(new Error(`${file} ended with ${status} before it listened`)))
    child.stdout?.once('data', (chunk: Buffer) => {
      const { url } = JSON.parse(chunk.toString()) as { url: string }
      resolve({ url, processId: child.pid ?? 0, token: null, stop: () => child.kill('SIGTERM') })
    })
  })
