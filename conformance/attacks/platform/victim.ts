import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresql } from '@charter/connectors'
import { ask } from '../ask.ts'
import type { AskedAs, PlatformVictim } from './platform-attack.ts'

/** A platform that was started to be attacked, and what has to go when it is over. */
export interface PlatformStarted {
  readonly victim: PlatformVictim
  close(): Promise<void>
}

/** Starts a platform as a process of its own, with what PlatformVictim says is there. `server`: a PostgreSQL; null: its rows lie in a file. */
export const startPlatform = async (server: string | null): Promise<PlatformStarted> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-attack-'))
  const database = server === null ? null : await postgresql.makeTemporary(server)
  const child = fork(join(import.meta.dirname, 'serve.ts'), [folder], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      CHARTER_MODE: 'development',
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...(database && { DATABASE_URL: database.url }),
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const close = async (): Promise<void> => {
    const ended = child.exitCode === null ? once(child, 'exit') : null
    child.kill('SIGKILL')
    await ended
    await database?.remove()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }]
    return { victim: await furnished(url, messenger(child), child.pid ?? 0), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Told = (asked: object) => Promise<string>

const messenger = (child: ChildProcess): Told => {
  let count = 0
  const waiting = new Map<number, (said: string) => void>()
  child.on('message', ({ id, said }: { readonly id: number; readonly said: string }) => waiting.get(id)?.(said))
  return (asked) =>
    new Promise((resolve) => {
      const id = ++count
      waiting.set(id, resolve)
      child.send({ id, ...asked })
    })
}

const furnished = async (url: string, told: Told, processId: number): Promise<PlatformVictim> => {
  const asking =
    (token: () => Promise<string | undefined>): AskedAs =>
    async (asked, body, more) => {
      const [method = '', path = ''] = asked.split(' ')
      const credential = await token()
      return ask(method, path.startsWith('/') ? `${url}${path}` : `${url}/api/v1/${path}`, {
        ...(credential !== undefined && { token: credential }),
        ...(body !== undefined && { body }),
        ...more,
      })
    }
  const as: PlatformVictim['as'] = (person, claims = {}) => asking(() => told({ person, claims }))
  const [ann, olga, bob, eve] = [as('ann'), as('olga'), as('bob'), as('eve')]
  const made = async (who: AskedAs, asked: string, body?: object): Promise<string> => {
    const { status, text, json } = await who(asked, body)
    if (status >= 300) throw new Error(`${asked}: ${status} ${text}`)
    return json.id
  }
  await made(ann, 'POST organisations', { id: 'acme', name: 'Acme' })
  await made(eve, 'POST organisations', { id: 'bolt', name: 'Bolt' })
  const roles = { olga: ['viewer', 'operator'], bob: ['viewer', 'designer', 'approver'] }
  for (const [personId, grants] of Object.entries(roles))
    await made(ann, 'POST members', { personId, roleId: await made(ann, 'POST roles', { name: personId, grants }) })
  const project = await made(ann, 'POST projects', { name: 'notes', title: 'Notes' })
  const version = await made(ann, 'POST versions', { projectId: project, text: charterText })
  await made(ann, `POST versions/${version}/submit`)
  await made(bob, `POST versions/${version}/accept`)
  const run = await made(ann, `POST versions/${version}/make-release`)
  const release = await releaseOf(ann, run)
  const environment = await made(olga, 'POST environments', { projectId: project, name: 'live' })
  const secret = await made(olga, 'POST secrets', { environmentId: environment, name: 'PASSWORD', value: secretText })
  const deployment = await made(olga, 'POST deployments', {
    releaseId: release,
    environmentId: environment,
    reason: 'Why not.',
  })
  return {
    url,
    nobody: asking(async () => undefined),
    ...{ ann, olga, bob, eve, as },
    tool: async (person, name, given) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
      const headers = { accept: 'application/json, text/event-stream' }
      return (await as(person)('POST /mcp', body, { headers })).text
    },
    link: () => told({}),
    acme: { project, version, release, environment, deployment, secret },
    digest: (await ann(`GET releases/${release}`)).json.digest,
    memoryMb: async () => {
      const found = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${processId}/status`, 'utf8'))
      return Math.round(Number(found?.[1] ?? 0) / 1024)
    },
  }
}

const triesMax = 300

const releaseOf = async (who: AskedAs, run: string): Promise<string> => {
  for (let tries = 0; tries < triesMax; tries++) {
    const { json } = await who(`GET make-release-jobs/${run}`)
    if (json.state === 'done') return json.result.release
    if (json.state === 'failed') throw new Error(JSON.stringify(json.problem))
    await wait(200)
  }
  throw new Error('The release was not made in a minute.')
}

export const secretText = 'correct horse battery staple'

const charterText = `charter: 1
name: notes
title: Notes
serves: [rest]
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..200 } }
    allow: { clerk: { do: [create, read, list] } }
`
