import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RolledOut } from '@charter/deploy'
import { expect } from 'vitest'
import { openPlatform, type Platform } from '../open-platform.ts'
import type { RunTests, TestsRun } from '../suites/tests-run.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: what is asked of it says each test.
  readonly body: any
}

/** What a person asks: `POST projects {…}`. */
export type Asking = (asked: string, body?: object) => Promise<Answer>

/**
 * A platform of one company: Ann designs, Olga operates, and Bob, Carl and Dora may let. What is deployed is healthy at once, and a release is its
 * charter alone.
 */
export interface Desk {
  readonly platform: Platform
  readonly folder: string
  readonly ann: Asking
  readonly olga: Asking
  readonly bob: Asking
  readonly carl: Asking
  readonly dora: Asking
  readonly project: string
  readonly rolledOut: RolledOut[]
  as(person: string, claims?: Readonly<Record<string, string | number>>): Asking
  /** A token of a person. */
  tokenOf(person: string): Promise<string>
  /** What a machine asks that has a key. */
  withKey(key: string): Asking
  /** Its id. */
  environment(name: string, says?: object): Promise<string>
  /** A release that Ann wrote and made, and Bob accepted: its id. */
  release(title: string): Promise<string>
  /** Asks for it as Olga, and gives what was answered. */
  deploy(releaseId: string, environmentId: string): Promise<Answer['body']>
  /** Says yes to a deployment. */
  yes(who: Asking, deployment: { readonly id: string; readonly releaseDigest: string }): Promise<Answer>
  /** Waits until a deployment is in a state, and gives it. */
  reaches(id: string, state: string): Promise<Answer['body']>
  /** Waits for the end of a run. */
  ended(kind: string, run: string): Promise<Answer['body']>
  /** What is generated from now on, whatever the version. */
  generates(text: string): void
  /** What tests come to from now on: one that passes unless it is said. `null`: they go on until they are ended. */
  testsCome(to: Partial<TestsRun> | null): void
  /** A run of tests of a release that Ann began, once it has ended. */
  tested(releaseId: string, tests: string): Promise<Answer['body']>
  /** Where what is rolled out from now on says that it answers. */
  rollsOutAt(address: string): void
  /** What is rolled out from now on is not healthy. */
  failsWith(error: Error): void
  /** What a person is answered, as text. */
  bytes(person: string, asked: string): Promise<{ readonly status: number; readonly text: string }>
  /** So much time goes by, and nobody waits for it. */
  later(ms: number): void
  /** Who was refused an operation, as the record has it. */
  refused(operation: string): Promise<readonly string[]>
  /** The text of a charter. */
  charterOf(title: string): string
  /** What a tool answers somebody over MCP. */
  tool(person: string, name: string, given: object): Promise<string>
  close(): Promise<void>
}

export const idOf = ({ status, body }: Answer): string => {
  expect([status, body]).toEqual([201, expect.anything()])
  return body.id
}

/** `env`: of the platform, besides. */
export const openDesk = async (env: Readonly<Record<string, string>> = {}): Promise<Desk> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-desk-'))
  const rolledOut: RolledOut[] = []
  let aheadMs = 0
  let generated: string | null = null
  let come: Partial<TestsRun> | null = {}
  const tests: RunTests = async (_tested, { signal }) => {
    if (come === null)
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return { passed: 1, failed: 0, skipped: 0, failures: [], lines: [], ...come }
  }
  let failure: Error | null = null
  let at: string | null = null
  const platform = await openPlatform({
    folder,
    env: { CHARTER_MODE: 'development', PORT: '0', ...env },
    target: {
      rollOut: async (deployment) => {
        rolledOut.push(deployment)
        if (failure) throw failure
        return { address: at ?? `http://127.0.0.1:1/${deployment.id}`, listeners: { grpc: '127.0.0.1:2' } }
      },
      stop: async () => {},
      running: async () => [],
    },
    nowMs: () => Date.now() + aheadMs,
    tests: { verify: tests, ownTests: tests },
    generate: async ({ text }) => ({ files: [{ path: 'service.txt', text: generated ?? text }], findings: [] }),
  })
  const tokenOf = async (person: string, claims: Readonly<Record<string, string | number>> = {}): Promise<string> =>
    (await platform.service.development?.token([], { sub: person, ...claims })) ?? ''
  const asking =
    (credential: () => Promise<string>): Asking =>
    async (asked, body) => {
      const response = await fetchAs(platform.url, await credential(), asked, body)
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    }
  const as: Desk['as'] = (person, claims) => asking(() => tokenOf(person, claims))
  const [ann, olga, bob, carl, dora] = [as('ann'), as('olga'), as('bob'), as('carl'), as('dora')]
  idOf(await ann('POST organisations', { id: 'acme', name: 'Acme' }))
  const roles: Readonly<Record<string, readonly string[]>> = {
    Operators: ['viewer', 'operator'],
    Seconds: ['viewer', 'designer', 'approver'],
  }
  for (const [name, grants] of Object.entries(roles)) {
    const roleId = idOf(await ann('POST roles', { name, grants }))
    for (const personId of name === 'Operators' ? ['olga'] : ['bob', 'carl', 'dora'])
      idOf(await ann('POST members', { personId, roleId }))
  }
  const project = idOf(await ann('POST projects', { name: 'notes', title: 'Notes' }))

  const ended: Desk['ended'] = async (kind, run) => {
    await expect
      .poll(async () => (await ann(`GET ${kind}/${run}`)).body.state, { timeout: 30_000 })
      .toMatch(/^(?:done|failed|cancelled)$/)
    return (await ann(`GET ${kind}/${run}`)).body
  }
  return {
    platform,
    folder,
    tokenOf: (person) => tokenOf(person),
    withKey: (key) => asking(async () => key),
    ...{ ann, olga, bob, carl, dora, project, rolledOut, as, ended },
    environment: async (name, says = {}) =>
      idOf(await olga('POST environments', { projectId: project, name, ...says })),
    release: async (title) => {
      const id = idOf(await ann('POST versions', { projectId: project, text: charterOf(title) }))
      await ann(`POST versions/${id}/submit`)
      expect((await bob(`POST versions/${id}/accept`)).status).toBe(200)
      const run = await ann(`POST versions/${id}/make-release`)
      return (await ended('make-release-jobs', run.body.id)).result.release
    },
    deploy: async (releaseId, environmentId) => {
      const asked = await olga('POST deployments', { releaseId, environmentId, reason: 'A try.' })
      expect([asked.status, asked.body]).toEqual([201, expect.anything()])
      return asked.body
    },
    yes: (who, { id, releaseDigest }) => who('POST approvals', { deploymentId: id, releaseDigest, isYes: true }),
    reaches: async (id, state) => {
      await expect.poll(async () => (await ann(`GET deployments/${id}`)).body.state, { timeout: 30_000 }).toBe(state)
      return (await ann(`GET deployments/${id}`)).body
    },
    charterOf,
    generates: (text) => {
      generated = text
    },
    testsCome: (to) => {
      come = to
    },
    tested: async (releaseId, kind) => {
      const suites = (await ann(`GET suites?filter[projectId]=${project}&filter[tests]=${kind}`)).body.items
      const id = idOf(await ann('POST runs', { suiteId: suites[0].id, releaseId }))
      await expect
        .poll(async () => (await ann(`GET runs/${id}`)).body.state, { timeout: 30_000 })
        .toMatch(/^(?:passed|failed|cancelled)$/)
      return (await ann(`GET runs/${id}`)).body
    },
    rollsOutAt: (address) => {
      at = address
    },
    failsWith: (error) => {
      failure = error
    },
    bytes: async (person, asked) => {
      const response = await fetchAs(platform.url, await tokenOf(person), asked)
      return { status: response.status, text: await response.text() }
    },
    later: (ms) => {
      aheadMs += ms
    },
    refused: async (operation) => refusedIn(join(folder, 'audit'), operation),
    tool: async (person, name, given) => {
      const token = await tokenOf(person)
      const response = await fetch(`${platform.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
      })
      return response.text()
    },
    close: () => platform.close().finally(() => rmSync(folder, { recursive: true })),
  }
}

const refusedIn = (folder: string, operation: string): readonly string[] =>
  readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"forbidden"') && line.includes(`"${operation}"`))
    .map((line) => /"principal":"([^"]*)"/.exec(line)?.[1] ?? '')

const fetchAs = (url: string, token: string, asked: string, body?: object): Promise<Response> => {
  const [method = '', path = ''] = asked.split(' ')
  return fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const charterOf = (title: string): string => `charter: 1
name: notes
title: ${title}
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..200 } }
    allow: { clerk: { do: [create, read, list] } }
`
