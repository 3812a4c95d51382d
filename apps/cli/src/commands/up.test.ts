import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isolationMissing } from '@charter/server'
import { afterEach, test as anyTest, beforeEach, expect } from 'vitest'

const missing = await isolationMissing()
if (missing !== null) console.warn(`Skipped, as services cannot be kept apart here: ${missing}`)
const test = anyTest.skipIf(missing !== null)

const main = new URL('../main.ts', import.meta.url).pathname

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-up-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ end }) => end()))
  expect(spawnSync(process.execPath, [main, 'down', '--folder', folder]).status).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

interface Up {
  readonly told: {
    readonly platform: string
    readonly contract: string
    readonly link: string
    readonly docs: string
    readonly openapi: string
    readonly charter: string
    readonly service: string
    readonly tokens: Readonly<Record<string, string>>
  }
  /** As Ctrl-C does; gives its status. */
  end(): Promise<number | null>
}

/** What a test that failed left open is ended first: what it deployed would be begun again. */
const opened: Pick<Up, 'end'>[] = []

const up = async (): Promise<Up> => {
  const child = spawn(process.execPath, [main, 'up', '--json', '--folder', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const end = (): Promise<number | null> => {
    child.kill('SIGINT')
    return ended
  }
  opened.push({ end })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    void ended.then(() => reject(new Error(said)))
  })
  return { told: JSON.parse(line), end }
}

const run = (...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words, '--folder', folder], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const statusOf = async (url: string, token: string | undefined): Promise<number> =>
  (await fetch(url, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })).status

test('it opens with an example that answers by its rules, which goes on when it ends, and is the same when it is opened again', async () => {
  const first = await up()
  const patients = `${first.told.service}/api/patients`
  expect(await statusOf(patients, first.told.tokens.clinician)).toBe(200)
  expect(await statusOf(patients, first.told.tokens.auditor)).toBe(403)
  expect((await fetch(first.told.link, { redirect: 'manual' })).status).toBe(303)
  expect(Object.keys(first.told)).toEqual(
    expect.arrayContaining(['service', 'docs', 'openapi', 'charter', 'tokens', 'console', 'api', 'platform', 'link']),
  )
  expect((await fetch(first.told.docs, { redirect: 'manual' })).status).toBeLessThan(400)
  expect((await fetch(first.told.docs.replace(/.{8}$/, 'another!'), { redirect: 'manual' })).status).toBeGreaterThan(
    400,
  )
  expect(await (await fetch(first.told.openapi)).json()).toMatchObject({ info: { title: 'Clinic' } })
  expect(readFileSync(first.told.charter, 'utf8')).toContain('name: clinic')
  expect(await first.end()).toBe(0)
  expect(await statusOf(patients, first.told.tokens.clinician)).toBe(200)

  const second = await up()
  expect(second.told.service).toBe(first.told.service)
  expect(await statusOf(patients, second.told.tokens.clinician)).toBe(200)
  expect(await second.end()).toBe(0)
}, 240_000)

test('what was ended answers again once the platform is opened; while that is open nothing is ended and no other is opened', async () => {
  const { told, end } = await up()
  expect(await (await fetch(told.contract)).json()).toMatchObject({ info: { title: 'Charter' } })
  const kept = readFileSync(join(folder, 'address.json'), 'utf8')
  const second = run('up', '--json')
  expect([second.status, JSON.parse(second.stdout)]).toEqual([0, expect.objectContaining({ platform: told.platform })])
  expect((await fetch(JSON.parse(second.stdout).link, { redirect: 'manual' })).status).toBe(303)
  expect(readFileSync(join(folder, 'address.json'), 'utf8')).toBe(kept)
  const refused = run('down')
  expect([refused.status, refused.stderr]).toEqual([3, expect.stringContaining('is open, and begins again')])
  expect(await statusOf(`${told.service}/api/patients`, told.tokens.clinician)).toBe(200)
  expect(await end()).toBe(0)
  expect(run('down').status).toBe(0)
  await expect(fetch(told.service)).rejects.toThrow()
  const again = await up()
  expect(await statusOf(`${again.told.service}/api/patients`, again.told.tokens.clinician)).toBe(200)
  expect(await again.end()).toBe(0)
}, 240_000)

const notes = (length: number): string => `charter: 1
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

test('a charter is deployed by one command, again with what changed, and a mistake in it is told with its place', async () => {
  const { told, end } = await up()
  const project = join(folder, 'notes')
  mkdirSync(project)
  const deploy = (text: string) => {
    writeFileSync(join(project, 'charter.yaml'), text)
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'deploy', project, '--folder', folder], {
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  const first = deploy(notes(100))
  expect([first.status, first.stderr]).toEqual([0, expect.any(String)])
  const [, address = ''] = /^Version 1 answers at (\S+)\n {2}The first version: Note\./m.exec(first.stdout) ?? []
  expect(first.stdout).toContain('Made environment local: nobody has to let a deployment there.')
  const [, token, place = ''] = /^200 +curl -H "Authorization: Bearer (\S+)" (\S+)$/m.exec(first.stdout) ?? []
  expect(await statusOf(place, token)).toBe(200)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect(address).not.toBe(told.service)
  expect(deploy(notes(100)).stdout).toContain('Version 1 answers at')
  const second = deploy(notes(100).replace('[create, read, list]', '[create, read]'))
  expect(second.stdout).toContain(`Version 2 answers at ${address}`)
  expect(second.stdout).toContain('clerk')
  const grown = notes(100)
    .replace('[create, read, list]', '[create, read]')
    .replace('1..100 } }', '1..100 }, tag: { type: text, length: 1..9, optional: true } }')
  const older = deploy(grown)
  expect([older.status, older.stderr]).toEqual([3, expect.stringContaining('/notes.db\n')])
  const expanded = run('deploy', project, '--migrate', '--json')
  expect([expanded.status, JSON.parse(expanded.stdout)]).toEqual([0, expect.objectContaining({ version: 3, address })])
  const { docs, openapi, tokens } = JSON.parse(expanded.stdout)
  expect((await fetch(docs, { redirect: 'manual' })).status).toBeLessThan(400)
  expect(await (await fetch(openapi)).json()).toMatchObject({ info: { title: 'Notes' } })
  const note = await fetch(place, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.clerk}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'one', tag: 'new' }),
  })
  expect(note.status).toBe(201)
  expect(run('project', 'create', 'alone', '--json').stdout).toContain('"isReviewed": false')
  const asked = (...words: readonly string[]) =>
    spawnSync(process.execPath, [main, 'api', ...words, '--folder', folder], { encoding: 'utf8' })
  const projects = JSON.parse(asked('projects?filter[name]=notes').stdout).items
  expect(projects).toEqual([expect.objectContaining({ name: 'notes', isReviewed: false })])
  const made = asked('environments', JSON.stringify({ projectId: projects[0].id, name: 'trial' }))
  expect(JSON.parse(made.stdout)).toMatchObject({ name: 'trial', approvals: 1 })
  const refused = asked('environments', JSON.stringify({ projectId: projects[0].id, name: 'No name' }))
  expect([refused.status, refused.stderr]).toEqual([3, expect.stringContaining('/name')])
  const wrong = deploy(notes(100).replace('length: 1..100', 'size: 9'))
  expect([wrong.status, wrong.stdout]).toEqual([1, expect.stringContaining('charter.yaml:9:')])
  await end()
}, 240_000)
