import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callsOfFolder, openPlatform, type Platform } from '@charter/server'
import { deployCharter, type PlatformCalls } from '@charter/server/program'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = join(import.meta.dirname, '../main.ts')

let folder: string
let platform: Platform
let calls: PlatformCalls
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-rollback-'))
  platform = await openPlatform({
    folder,
    env: { CHARTER_MODE: 'development', PORT: '0' },
    target: {
      rollOut: async ({ digest }) => ({ address: `http://127.0.0.1:1/${digest.slice(-8)}` }),
      stop: async () => {},
      running: async () => [],
    },
    generate: async ({ text }) => [{ path: 'service.txt', text }],
  })
  writeFileSync(join(folder, 'address.json'), JSON.stringify({ url: platform.url }))
  const ofOwner = await callsOfFolder(folder)
  expect(ofOwner).not.toBeNull()
  calls = ofOwner as PlatformCalls
})
afterEach(async () => {
  await platform.close()
  rmSync(folder, { recursive: true })
})

/** What a command prints, and how it leaves. */
const charter = (...words: readonly string[]): Promise<{ readonly status: number; readonly out: string }> =>
  new Promise((done) => {
    const asked = ['--disable-warning=ExperimentalWarning', main, ...words, '--folder', folder]
    const child = execFile(process.execPath, asked, (_, stdout, stderr) =>
      done({ status: child.exitCode ?? -1, out: `${stdout}${stderr}` }),
    )
  })

const charterOf = (title: string): string => `charter: 1
name: notes
title: ${title}
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [create, read, list] } }
`

test('on the command line an environment is looked at and rolled back, a release made again, and the record read', async () => {
  await calls('POST organisations', { id: 'acme', name: 'Acme' })
  const asked = { project: { name: 'notes', title: 'Notes' }, environment: 'local', isAlone: true, reason: 'A try.' }
  const first = await deployCharter(calls, { ...asked, text: charterOf('One') })
  await deployCharter(calls, { ...asked, text: charterOf('Two') })
  if (first.state !== 'healthy') throw new Error(first.sentence)
  const { releaseDigest: digest, releaseId, id } = first.deployment

  const before = await charter('environment', 'notes')
  expect([before.status, before.out]).toEqual([0, expect.stringContaining('local: 0 have to let a deployment')])
  expect(before.out).not.toContain(digest)
  const back = await charter('rollback', 'notes')
  expect([back.status, back.out]).toEqual([0, expect.stringContaining(`${digest} answers again at http://`)])
  expect((await charter('environment', 'notes')).out).toContain(digest)
  const none = await charter('rollback', 'notes')
  expect([none.status, none.out]).toEqual([3, expect.stringContaining('No other release answered')])

  const made = await charter('release', releaseId)
  expect([made.status, made.out]).toEqual([0, expect.stringContaining('made again: equal')])
  const record = await charter('audit', 'deployments', id)
  expect([record.status, record.out]).toEqual([0, expect.stringMatching(/Deployment\.create {2}ok/)])
  expect((await charter('audit', 'Deployments', id)).status).toBe(2)
}, 120_000)
