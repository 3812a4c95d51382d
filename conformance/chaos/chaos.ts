import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { developmentIssuerOf, freePort } from '@charter/project'
import { randomOf } from '../access/random.ts'
import { callOver, type Seen } from './callers.ts'
import { below, kill, type Process, processesOf } from './processes.ts'

export interface ChaosOptions {
  readonly seed: number
  readonly kills: number
  readonly say: (line: string) => void
}

export interface Tally {
  readonly faults: readonly string[]
  readonly killed: Readonly<Record<string, number>>
  readonly calls: number
  readonly deployments: number
}

const victims = ['platform', 'supervisor', 'service'] as const
/** A call that was under way when its service was killed got nothing. */
const underWayMs = 1500
const settleMs = 120_000
const momentMaxMs = 6000

/**
 * Deploys two releases in turn into one environment, kills somebody at a random moment of each, and looks when it has settled: is every
 * acknowledged deployment there and at its end, does one of them answer, does nothing run that no row knows, and did every call get an
 * answer but those of a service that was killed?
 */
export const chaos = async ({ seed, kills, say }: ChaosOptions): Promise<Tally> => {
  const random = randomOf(seed)
  const folder = await mkdtemp(join(tmpdir(), 'charter-chaos-'))
  const port = await freePort(9300)
  const faults: string[] = []
  const killed: Record<string, number> = {}
  let calls = 0
  let platform = await openPlatform(folder, port)
  const ask = await owner(folder, `http://127.0.0.1:${port}/api/v1`)
  try {
    const { environmentId, releases } = await twoReleases(ask)
    const deploy = (at: number): Promise<Row> =>
      ask('POST deployments', { releaseId: releases[at % 2], environmentId, reason: `Number ${at}.` })
    const known: string[] = []
    const settled = async (id: string): Promise<Row> => {
      for (const deadline = Date.now() + settleMs; Date.now() < deadline; await pause(300)) {
        const row = await ask(`GET deployments/${id}`).catch(() => null)
        if (row && ended.has(row.state)) return row
      }
      return { id, state: 'not settled', address: null }
    }
    const first = await settled((await deploy(0)).id)
    known.push(first.id)
    if (first.address === null) throw new Error(`The first deployment does not answer: ${first.state}`)
    for (let at = 1; at <= kills; at++) {
      const caller = callOver(`${first.address}/healthz`)
      const victim = random.pick(victims)
      killed[victim] = (killed[victim] ?? 0) + 1
      const asked = await deploy(at)
      known.push(asked.id)
      await pause(random.int(momentMaxMs))
      const atMs = Date.now()
      for (const { pid } of victimsIn(folder, victim)) kill(victim === 'service' ? (below(pid).at(-1) ?? pid) : pid)
      if (victim === 'platform') platform = await openPlatform(folder, port)
      const last = await settled(asked.id)
      await platform.settle()
      const seen = await caller.stop()
      calls += seen.calls
      const found = [
        ...(await wrongRows(ask, environmentId, known)),
        ...wrongProcesses(
          folder,
          (await healthy(ask, environmentId)).map(({ id }) => id),
        ),
        ...wrongCalls(seen, victim === 'service' ? atMs : null),
      ]
      faults.push(...found.map((fault) => `kill ${at}, of the ${victim}: ${fault}`))
      say(
        `kill ${at} of ${kills}: ${victim}; the deployment is ${last.state}; ${seen.calls} calls; ${found.length} faults`,
      )
    }
    return { faults, killed, calls, deployments: known.length }
  } finally {
    for (const { pid } of processesOf(folder)) for (const each of [...below(pid), pid]) kill(each)
    await rm(folder, { recursive: true, force: true })
  }
}

interface Row {
  readonly id: string
  readonly state: string
  readonly address: string | null
}

type Ask = (asked: string, body?: object) => Promise<Row & Record<string, never>>

const ended: ReadonlySet<string> = new Set(['healthy', 'failing', 'refused', 'void', 'replaced', 'stopped'])
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

const openPlatform = async (folder: string, port: number) => {
  const program = new URL('platform.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, folder, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).once('line', () => resolve())
    child.once('exit', (status) => reject(new Error(`The platform ended with ${status}.`)))
  })
  return { settle: () => pause(1000) }
}

/** Calls of the platform's owner, tried again while it is not there. */
const owner = async (folder: string, url: string): Promise<Ask> => {
  const issuer = await developmentIssuerOf(folder, { name: 'platform', access: { roles: [] } } as never, {
    CHARTER_DATA: folder,
  })
  return async (asked, body) => {
    const [method = '', path = ''] = asked.split(' ')
    const token = await issuer.token([], { sub: 'owner' })
    const response = await fetch(`${url}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        connection: 'close',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Awaited<ReturnType<Ask>>
    if (!response.ok) throw new Error(`${asked}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
}

const charter = (length: number): string => `charter: 1
name: notes
title: Notes
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..${length} } }
    allow: { clerk: { do: [create, read, list] } }
`

const twoReleases = async (ask: Ask) => {
  await ask('POST organisations', { id: 'chaos', name: 'Chaos' })
  const project = await ask('POST projects', { name: 'notes', title: 'Notes', isReviewed: false })
  const environment = await ask('POST environments', { projectId: project.id, name: 'trial', approvals: 0 })
  const releases: string[] = []
  for (const length of [100, 200]) {
    const { id } = await ask('POST versions', { projectId: project.id, text: charter(length) })
    await ask(`POST versions/${id}/submit`)
    await ask(`POST versions/${id}/accept`)
    const run = await ask(`POST versions/${id}/make-release`)
    let made = run
    while (!['done', 'failed'].includes(made.state)) {
      await pause(300)
      made = await ask(`GET make-release-jobs/${run.id}`)
    }
    releases.push((made as unknown as { readonly result: { readonly release: string } }).result.release)
  }
  return { environmentId: environment.id, releases }
}

const healthy = async (ask: Ask, environmentId: string): Promise<readonly Row[]> => {
  const page = await ask(`GET deployments?filter[environmentId]=${environmentId}&filter[state]=healthy&limit=100`)
  return (page as unknown as { readonly items: readonly Row[] }).items
}

const wrongRows = async (ask: Ask, environmentId: string, known: readonly string[]): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const id of known.slice(-3)) {
    const row = await ask(`GET deployments/${id}`).catch((error: Error) => ({ state: error.message }))
    if (!ended.has(row.state)) faults.push(`deployment ${id} is ${row.state}`)
  }
  const answering = await healthy(ask, environmentId)
  if (answering.length !== 1) faults.push(`${answering.length} deployments are healthy`)
  return faults
}

/** Sandboxes by their deployment: its logs and release are not named there, its ways are not; its data is its environment's. */
const wrongProcesses = (folder: string, should: readonly string[]): readonly string[] => {
  const running = victimsIn(folder, 'service').filter(({ words }) => words[0] === 'bwrap')
  const supervisors = victimsIn(folder, 'supervisor')
  return [
    ...(running.length === should.length ? [] : [`${running.length} services run, and ${should.length} should`]),
    ...(supervisors.length <= 1 ? [] : [`${supervisors.length} supervisors run`]),
  ]
}

const wrongCalls = ({ failures }: Seen, killedAtMs: number | null): readonly string[] => {
  const unexplained = failures.filter(
    ({ atMs }) => killedAtMs === null || atMs < killedAtMs - underWayMs || atMs > killedAtMs + underWayMs,
  )
  return unexplained.length === 0 ? [] : [`${unexplained.length} calls failed: ${unexplained[0]?.why}`]
}

const victimsIn = (folder: string, victim: (typeof victims)[number]): readonly Process[] =>
  processesOf(folder).filter(({ words }) => {
    if (victim === 'service') return words[0] === 'bwrap'
    return words.some((word) => word.endsWith(victim === 'platform' ? 'chaos/platform.ts' : 'supervisor/supervise.ts'))
  })
