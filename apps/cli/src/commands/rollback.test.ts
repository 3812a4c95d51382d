import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { deployCharter, type PlatformCalls } from '@charter/server/program'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWordsPlatform, type WordsPlatform } from '../testing/words-platform.ts'

const main = join(import.meta.dirname, '../main.ts')

let platform: WordsPlatform
let folder: string
let calls: PlatformCalls
beforeEach(async () => {
  platform = await openWordsPlatform()
  ;({ folder, calls } = platform)
})
afterEach(() => platform.close())

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
  expect([record.status, record.out]).toEqual([0, expect.stringMatching(/ {2}changed {2}owner {2}Deployment\.create/)])
  expect(record.out).not.toMatch(/\.read/)
  expect((await charter('audit', 'deployment', id, '--reads')).out).toMatch(/ {2}read {5}owner {2}Deployment\.read/)
  expect((await charter('audit', 'Deployments', id)).status).toBe(2)
}, 120_000)
