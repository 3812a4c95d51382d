import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectors } from '@charter/connectors'
import { generateService, installNodeModules, loadCharter, requireSound, runService, writeTree } from '@charter/project'
import { loadRows } from '@charter/runtime/service'
import { derive } from '@charter/service'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { startPostgresql } from '../../scripts/postgresql.ts'
import { atMost, type Bar, type BenchReport, median, round, spread } from '../report.ts'
import { benchRows, ward } from '../rest-sqlite/rows.ts'
import { bodyOf, type Measured, measure, memoryOf, percentile, type Request } from './measure.ts'
import { works as everyWork, type Peer, type Work } from './works.ts'

const here = dirname(fileURLToPath(import.meta.url))
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const peers: readonly Peer[] = ['generated', 'hand-written', 'PostGraphile']
const peersOf = ({ make }: Work): readonly Peer[] => peers.filter((peer) => make[peer])

interface Started {
  readonly url: string
  readonly processId: number
  readonly token: string | null
  stop(): Promise<unknown> | unknown
}

/**
 * CPU of service and database, latency and memory for the generated service (JWT, rules, buffered audit), a hand-written
 * Fastify + pg handler and PostGraphile 5, on the same tables, interleaved. The database flushes nothing to disk, so that
 * only work is measured. `words` choose works by what is in their names.
 */
export const restPostgresql = async (words: readonly string[] = []): Promise<BenchReport> => {
  const asked = words.filter((word) => !word.startsWith('--'))
  const works = everyWork.filter(({ name }) => asked.length === 0 || asked.some((word) => name.includes(word)))
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-'))
  const server = await startPostgresql({ fsync: 'off', shared_buffers: '128MB' })
  const issuer = await startIssuer()
  const running: Partial<Record<Peer, Started>> = {}
  try {
    const project = await prepare(folder, server.url)
    running.generated = await startOurs(project, server.url, issuer)
    running['hand-written'] = {
      ...(await startPeer(join(here, 'peer.ts'), [server.url, ward], { PEER_JWKS: issuer.env.JWKS_URL ?? '' })),
      token: issuer.token,
    }
    running.PostGraphile = await startPostGraphile(folder, server.url)
    const started = running as Readonly<Record<Peer, Started>>
    await requireEqual(works, started)
    const samples = await sample(works, started, server.processId)
    return report(works, samples, started)
  } finally {
    for (const each of Object.values(running)) await each?.stop()
    issuer.stop()
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Samples = Readonly<Record<string, Readonly<Record<Peer, Measured[]>>>>

const sample = async (
  works: readonly Work[],
  started: Readonly<Record<Peer, Started>>,
  databaseId: number,
): Promise<Samples> => {
  const samples = Object.fromEntries(
    works.map(({ name }) => [name, { generated: [], 'hand-written': [], PostGraphile: [] }]),
  ) as unknown as Samples
  for (let turn = -1; turn < rounds; turn++)
    for (const work of works)
      for (const peer of peersOf(work)) {
        const { url, processId, token } = started[peer]
        const make = (at: number) => requestOf(work, peer, at, token)
        const status = peer === 'PostGraphile' ? 200 : work.status
        const measured = await measure({ url, processId, databaseId, count: work.count, status, make })
        // The first round only warms all three up.
        if (turn >= 0) samples[work.name]?.[peer].push(measured)
      }
  return samples
}

const requestOf = ({ make, name }: Work, peer: Peer, at: number, token: string | null): Request => {
  const made = make[peer]?.(at, token)
  if (!made) throw new Error(`${peer} is not asked for: ${name}`)
  return made
}

const report = (works: readonly Work[], samples: Samples, started: Readonly<Record<Peer, Started>>): BenchReport => {
  const of = (work: Work, peer: Peer) => samples[work.name]?.[peer] ?? []
  const ratio = (work: Work, peer: Peer, against: Peer): number =>
    median(of(work, peer).map(({ service }, at) => service / (of(work, against)[at]?.service ?? Number.NaN)))
  const figures = works.flatMap((work) =>
    peersOf(work).flatMap((peer) => {
      const latencies = of(work, peer)
        .flatMap((each) => each.latencies)
        .sort((a, b) => a - b)
      return [
        [`${work.name}: ${peer}, CPU µs of the service`, spread(of(work, peer).map(({ service }) => service))],
        [`${work.name}: ${peer}, CPU µs of the database`, spread(of(work, peer).map(({ database }) => database))],
        [
          `${work.name}: ${peer}, p50 / p95 / p99 ms`,
          [50, 95, 99].map((n) => round(percentile(latencies, n))).join(' / '),
        ],
      ] as const
    }),
  )
  const bars: readonly Bar[] = works.flatMap((work) => [
    ...(work.handWrittenMost === null
      ? []
      : [
          atMost(
            `${work.name}, CPU of generated / hand-written`,
            ratio(work, 'generated', 'hand-written'),
            work.handWrittenMost,
          ),
        ]),
    ...(work.isRead
      ? [atMost(`${work.name}, CPU of generated / PostGraphile`, ratio(work, 'generated', 'PostGraphile'), 1 / 3)]
      : []),
  ])
  return {
    bench: 'rest',
    figures: {
      ...Object.fromEntries(figures),
      ...Object.fromEntries(peers.map((peer) => [`memory: ${peer}, MB`, round(memoryOf(started[peer].processId))])),
    },
    ratios: Object.fromEntries(
      works.flatMap((work) => [
        [`${work.name}: generated / hand-written`, round(ratio(work, 'generated', 'hand-written'))],
        ...(work.make.PostGraphile
          ? ([[`${work.name}: PostGraphile / generated`, round(ratio(work, 'PostGraphile', 'generated'))]] as const)
          : []),
      ]),
    ),
    bars,
  }
}

/** The clinic on a PostgreSQL of its own, with the rows of the bench. */
const prepare = async (folder: string, url: string): Promise<string> => {
  const project = join(folder, 'clinic')
  mkdirSync(project)
  const example = join(here, '..', '..', 'packages', 'charter', 'examples', 'clinic.yaml')
  writeFileSync(
    join(project, 'charter.yaml'),
    // A revealed field would make its read a protected one, whose entry is durable; the bench is about the others.
    readFileSync(example, 'utf8')
      .replace('{ own: sqlite }', '{ own: postgresql }')
      .replace(', reveal: clinical, mask: { last: 4 }', '')
      .replaceAll(', reveal: clinical', '')
      .replaceAll(', reveal: [clinical]', ''),
  )
  const loaded = await loadCharter(project)
  const charter = requireSound(loaded)
  const { files } = await generateService(charter, 'node', loaded)
  await writeTree(project, files)
  await installNodeModules(project)
  const derived = derive(charter, connectors)
  const { schema } = derived
  const opened = await derived.connector.open(url, { isReadOnly: false, schema, statementTimeoutMs: 30_000 })
  await loadRows(opened.store(derived.model, derived.plans), derived.model, benchRows())
  await opened.database.transaction((on) => on.run('ANALYZE', []))
  await opened.close()
  return project
}

interface IdentityProvider {
  /** What a service in production is told of it. */
  readonly env: Readonly<Record<string, string>>
  readonly token: string
  stop(): unknown
}

/** Who signs the one token of the bench, with keys to be fetched. */
const startIssuer = async (): Promise<IdentityProvider> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig', kid: 'bench' }] })
  const server = createServer((_request, response) => response.end(keys))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const token = await new SignJWT({ roles: ['clinician'], ward })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench', typ: 'at+jwt' })
    .setIssuer(url)
    .setAudience('clinic')
    .setSubject('bench')
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(privateKey)
  const env = {
    CHARTER_MODE: 'production',
    CHARTER_SECRET: Buffer.alloc(32).toString('base64url'),
    JWT_ISSUER: url,
    JWT_AUDIENCE: 'clinic',
    JWKS_URL: url,
  }
  return { env, token, stop: () => server.close() }
}

/** As it would be in production: what development has beside costs memory. */
const startOurs = async (folder: string, databaseUrl: string, { env, token }: IdentityProvider): Promise<Started> => {
  const service = await runService({ folder, port: 0, databaseUrl, env, onLog: (line) => console.error(line) })
  return { url: service.url, processId: service.process.pid ?? 0, token, stop: service.stop }
}

const startPostGraphile = async (folder: string, databaseUrl: string): Promise<Started> => {
  const own = join(folder, 'postgraphile')
  cpSync(join(here, 'postgraphile'), own, { recursive: true })
  await installNodeModules(own)
  return startPeer(join(own, 'server.mjs'), [databaseUrl])
}

const startPeer = (
  file: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Started> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', ...env },
    })
    child.once('error', reject)
    child.once('close', (status) => reject(new Error(`${file} ended with ${status} before it listened`)))
    child.stdout?.once('data', (chunk: Buffer) => {
      const { url } = JSON.parse(chunk.toString()) as { url: string }
      resolve({ url, processId: child.pid ?? 0, token: null, stop: () => child.kill('SIGTERM') })
    })
  })

/** The same work is only the same when the answers are: of all three, the same rows with the same values. */
const requireEqual = async (works: readonly Work[], started: Readonly<Record<Peer, Started>>): Promise<void> => {
  for (const work of works) {
    if (!work.isRead) continue
    const answers = await Promise.all(
      peers.map(async (peer) => {
        const { url, token } = started[peer]
        return JSON.stringify(work.answer[peer](await bodyOf(url, requestOf(work, peer, 0, token))))
      }),
    )
    if (new Set(answers).size === 1) continue
    for (const [at, peer] of peers.entries()) writeFileSync(join(tmpdir(), `bench-${peer}.json`), answers[at] ?? '')
    throw new Error(`${work.name}: the services answer differently; see ${tmpdir()}/bench-*.json`)
  }
}
