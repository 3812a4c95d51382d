import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectors } from '@charter/connectors'
import { generateService, installNodeModules, loadCharter, requireSound, runService, writeTree } from '@charter/project'
import { developmentIssuer, loadRows, signingKeyFile } from '@charter/runtime/service'
import { derive } from '@charter/service'
import { atMost, type BenchReport, median, round, spread } from '../report.ts'
import { auditCost } from './audit-share.ts'
import { bodyOf, cpuPerRequest, type Request } from './load.ts'
import { benchRows, labBody, patientIds, ward } from './rows.ts'

const here = dirname(fileURLToPath(import.meta.url))
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

interface Work {
  readonly name: string
  readonly count: number
  readonly status: number
  readonly bar: number | null
  make(at: number, token: string | null): Request
}

const ids = patientIds()
const idAt = (at: number): string => ids[(at * 7) % ids.length] ?? ''

const works: readonly Work[] = [
  {
    name: 'read by id',
    count: 4000,
    status: 200,
    bar: 1.3,
    make: (at, token) => ({ method: 'GET', path: `/api/patients/${idAt(at)}`, token }),
  },
  {
    name: 'list of 20',
    count: 2000,
    status: 200,
    bar: 1.3,
    make: (_at, token) => ({ method: 'GET', path: '/api/patients', token }),
  },
  {
    name: 'list of 20 with two relations',
    count: 400,
    status: 200,
    bar: 1.3,
    make: (_at, token) => ({ method: 'GET', path: '/api/patients?include=prescriptions,labResults', token }),
  },
  {
    name: 'insert (durable audit)',
    count: 600,
    status: 201,
    bar: null,
    make: (at, token) => ({ method: 'POST', path: '/api/labs/results', token, body: labBody(idAt(at)) }),
  },
]

/** CPU per request of the generated service (JWT, rules, buffered audit) against a hand-written one, interleaved. */
export const restSqlite = async (): Promise<BenchReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-'))
  const ours = await startOurs(folder)
  const peer = await startPeer(join(folder, 'peer.db'))
  try {
    await requireEqual(ours, peer)
    const samples = works.map(() => ({ ours: [] as number[], peer: [] as number[] }))
    for (let round = -1; round < rounds; round++) {
      for (const [at, work] of works.entries()) {
        const mine = await cpuPerRequest(ours.url, ours.pid, work.count, (n) => work.make(n, ours.token), work.status)
        const theirs = await cpuPerRequest(peer.url, peer.pid, work.count, (n) => work.make(n, null), work.status)
        // The first round only warms both up.
        if (round >= 0) {
          samples[at]?.ours.push(mine)
          samples[at]?.peer.push(theirs)
        }
      }
    }
    return report(samples, await auditCost())
  } finally {
    await ours.stop()
    await peer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const report = (
  samples: readonly { readonly ours: readonly number[]; readonly peer: readonly number[] }[],
  audit: { readonly buffered: number; readonly durable: number },
): BenchReport => {
  const ratios = works.map((work, at) => {
    const { ours = [], peer = [] } = samples[at] ?? {}
    return [work.name, median(ours.map((value, index) => value / (peer[index] ?? 1)))] as const
  })
  return {
    bench: 'rest-sqlite',
    figures: {
      ...Object.fromEntries(
        works.flatMap(({ name }, at) => [
          [`${name}: generated, CPU µs per request`, spread(samples[at]?.ours ?? [])],
          [`${name}: hand-written, CPU µs per request`, spread(samples[at]?.peer ?? [])],
        ]),
      ),
      'audit, buffered: CPU µs per entry': round(audit.buffered),
      'audit, durable (8 at a time): CPU µs per entry': round(audit.durable),
      'share of buffered audit in a read by id': share(audit.buffered, samples[0]?.ours ?? []),
      'share of durable audit in an insert': share(audit.durable, samples[3]?.ours ?? []),
    },
    ratios: Object.fromEntries(ratios.map(([name, value]) => [`${name}: generated / hand-written`, round(value)])),
    bars: works.flatMap(({ name, bar }, at) =>
      bar === null ? [] : [atMost(`${name}, CPU of generated / hand-written`, ratios[at]?.[1] ?? Number.NaN, bar)],
    ),
  }
}

const share = (part: number, whole: readonly number[]): string => `${Math.round((100 * part) / median(whole))} %`

interface Started {
  readonly url: string
  readonly pid: number
  readonly token: string | null
  stop(): Promise<void> | void
}

const startOurs = async (folder: string): Promise<Started> => {
  const project = join(folder, 'clinic')
  mkdirSync(project)
  cpSync(join(here, '..', '..', 'packages', 'charter', 'examples', 'clinic.yaml'), join(project, 'charter.yaml'))
  const loaded = await loadCharter(project)
  const charter = requireSound(loaded)
  const { files } = await generateService(charter, 'node', loaded)
  await writeTree(project, files)
  await installNodeModules(project)
  const derived = derive(charter, connectors)
  for (const name of ['ours.db', 'peer.db']) {
    const opened = await derived.connector.open(`file:${join(folder, name)}`, {
      isReadOnly: false,
      schema: derived.schema,
      statementTimeoutMs: 5000,
    })
    await loadRows(opened.store(derived.model, derived.plans), derived.model, benchRows())
    await opened.close()
  }
  const keys = await signingKeyFile(join(project, '.charter', 'data', 'keys', 'development.pem'))
  const personClaim = charter.access.person?.claim
  const issuer = await developmentIssuer({ ...keys, audience: charter.name, personClaim, nowMs: Date.now })
  const token = await issuer.token(['clinician'], { ward })
  const service = await runService({
    folder: project,
    port: 0,
    databaseUrl: `file:${join(folder, 'ours.db')}`,
    onLog: (line) => console.error(line),
  })
  return { url: service.url, pid: service.process.pid ?? 0, token, stop: service.stop }
}

const startPeer = (file: string): Promise<Started> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(here, 'peer.ts'), file, ward],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    child.once('error', reject)
    child.stdout?.once('data', (chunk: Buffer) => {
      const { url } = JSON.parse(chunk.toString()) as { url: string }
      resolve({ url, pid: child.pid ?? 0, token: null, stop: () => void child.kill('SIGTERM') })
    })
  })

/** The same work is only the same when the answers are. Cursors are each service's own. */
const requireEqual = async (ours: Started, peer: Started): Promise<void> => {
  for (const { name, make, status } of works) {
    if (status !== 200) continue
    const [mine, theirs] = await Promise.all([bodyOf(ours.url, make(0, ours.token)), bodyOf(peer.url, make(0, null))])
    if (sorted(mine) !== sorted(theirs)) {
      writeFileSync(join(tmpdir(), 'bench-ours.json'), mine)
      writeFileSync(join(tmpdir(), 'bench-peer.json'), theirs)
      throw new Error(`${name}: the two services answer differently`)
    }
  }
}

const sorted = (text: string): string =>
  JSON.stringify(JSON.parse(text), (name, value) => (name === 'next' ? null : value))
