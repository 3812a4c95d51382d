import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deployCharter, type PlatformCalls } from '@charter/server/program'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ran } from '../testing/charter.ts'
import { charterHere } from '../testing/here.ts'
import { openWordsPlatform, type WordsPlatform } from '../testing/words-platform.ts'

let platform: WordsPlatform
let folder: string
let calls: PlatformCalls
beforeEach(async () => {
  platform = await openWordsPlatform()
  ;({ folder, calls } = platform)
  await calls('POST organisations', { id: 'acme', name: 'Acme' })
})
afterEach(() => platform.close())

const charter = (...words: readonly string[]): Promise<Ran> => charterHere([...words, '--folder', folder])

/** What a command says with `--json`. */
const json = async (...words: readonly string[]) => {
  const { out, err } = await charter(...words, '--json')
  return { value: JSON.parse(out), err }
}

test('whoami says the person, their organisation and roles, by what they are known, and until when', async () => {
  const { status, out } = await charter('whoami')
  expect([status, out]).toEqual([0, expect.stringMatching(/^person +owner$/m)])
  expect(out).toMatch(/^organisation +acme \(Acme\)$/m)
  expect(out).toMatch(/^role +\S+: .*owner/m)
  expect(out).toContain(`the key of ${folder}`)
  const { value } = await json('whoami')
  expect(value).toMatchObject({ person: 'owner', organisation: { id: 'acme' }, until: null })
  expect((await charterHere(['whoami', '--folder', join(folder, 'nowhere')])).err).toContain('charter up')
}, 60_000)

test('a project is made, listed, and says what is missing for its next phase', async () => {
  expect((await charter('project', 'create', 'notes', '--title', 'Notes', '--unreviewed')).status).toBe(0)
  expect((await charter('project', 'list')).out).toMatch(/^notes +Notes +by owner$/m)
  const shown = await charter('project', 'show', 'notes')
  expect(shown.out).toContain('missing: A version of its charter.')
  expect((await json('project', 'show', 'notes')).value.phases).toHaveLength(6)
  const taken = await charter('project', 'create', 'notes')
  expect([taken.status, taken.err]).toEqual([3, expect.stringContaining('POST projects')])
  expect((await charter('project', 'show', 'nothing')).err).toContain('charter project list')
}, 60_000)

test('versions are drafted from words, looked at, accepted, withdrawn and compared', async () => {
  await charter('project', 'create', 'library', '--unreviewed')
  const drafted = await charter('version', 'draft', 'library', 'A library has books. Librarians create and read books.')
  expect([drafted.status, drafted.out]).toEqual([0, expect.stringMatching(/^Version 1 {2}draft, words, by owner/)])
  expect((await charter('version', 'submit', 'library')).out).toBe('Version 1 is in review.\n')
  expect((await charter('version', 'accept', 'library', '1')).out).toBe('Version 1 is accepted.\n')
  const anew = 'A library has books and loans. Librarians create and read books and loans.'
  const unread = await charter('version', 'draft', 'library', anew)
  expect([unread.status, unread.err]).toEqual([3, expect.stringMatching(/version 1, .*draft from nothing/)])
  expect((await charter('version', 'draft', 'library', anew, '--from-nothing')).status).toBe(0)
  expect((await charter('version', 'diff', 'library', '1', '2')).out).toContain('Loan')
  expect((await charter('version', 'withdraw', 'library', '2')).out).toBe('Version 2 is withdrawn.\n')
  expect((await charter('version', 'list', 'library')).out).toMatch(/^2 +withdrawn .*\n1 +accepted /)
  expect((await charter('version', 'show', 'library', '1', '--text')).out).toMatch(/^charter: 1\nname: library$/m)
  expect((await json('version', 'show', 'library')).value).toMatchObject({ number: 2, state: 'withdrawn' })
  for (const [asked, status, said] of [
    [['accept', 'library', '2'], 3, 'withdrawn'],
    [['show', 'library', '9'], 3, 'charter version list library'],
    [['show', 'library', 'nine'], 2, 'counted from 1'],
    [['diff', 'library', '1'], 2, 'two versions'],
    [['draft', 'library'], 2, 'missing'],
  ] as const) {
    const ran = await charter('version', ...asked)
    expect([ran.status, ran.err]).toEqual([status, expect.stringContaining(said)])
  }
}, 60_000)

test('words change the version that was accepted last, which is named, and no draft after it', async () => {
  await charter('project', 'create', 'library', '--unreviewed')
  await charter('version', 'draft', 'library', 'A library has books. Librarians create and read books.')
  await charter('version', 'submit', 'library')
  await charter('version', 'accept', 'library')
  await charter('version', 'draft', 'library', 'A school has pupils. Teachers see pupils.', '--from-nothing')
  const drafted = await charter('version', 'draft', 'library', 'add a phone number to books')
  expect([drafted.status, drafted.out]).toEqual([0, expect.stringContaining('on version 1, which was accepted last')])
  const { text, origin, words } = (await json('version', 'show', 'library', '3')).value
  expect([origin, words]).toEqual(['words', 'add a phone number to books'])
  expect(text).toMatch(/ {2}Book:[\s\S]*phone/)
  expect(text).not.toContain('Pupil')
}, 60_000)

test('a source is added without its address on the line, tried, read, compared and removed', async () => {
  const file = join(folder, 'shop.db')
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE article (id INTEGER PRIMARY KEY, name TEXT NOT NULL, author_email TEXT)')
  await charter('project', 'create', 'shop', '--unreviewed')
  const bare = await charter('source', 'add', 'shop', 'main', `sqlite:${file}`)
  expect([bare.status, bare.err]).toEqual([2, expect.stringContaining('env:NAME')])
  expect(bare.err).not.toContain('shop.db')
  writeFileSync(join(folder, 'address'), `${file}\n`)
  expect((await charter('source', 'add', 'shop', 'main', '-f', join(folder, 'address'))).status).toBe(0)
  expect((await charter('source', 'test', 'shop', 'main')).out).toContain('main is reached: 1 tables')
  expect(await calls('GET versions?limit=1')).toMatchObject({ items: [] })
  expect((await charter('source', 'introspect', 'shop', 'main')).out).toContain('Version 1 is of its 1 tables')
  expect((await charter('version', 'show', 'shop')).out).toContain('open: Article.authorEmail looks like data about')
  const early = await charter('source', 'compare', 'shop', 'main')
  expect([early.status, early.err]).toEqual([3, expect.stringContaining('No version of this project is accepted')])
  await charter('version', 'submit', 'shop')
  await charter('version', 'accept', 'shop')
  expect(await charter('source', 'compare', 'shop', 'main')).toMatchObject({ status: 0, out: 'It changed nothing.\n' })
  database.exec('ALTER TABLE article ADD COLUMN price INTEGER')
  database.close()
  const drifted = await charter('source', 'compare', 'shop', 'main')
  expect([drifted.status, drifted.out]).toEqual([1, expect.stringContaining('price')])
  expect((await charter('source', 'list', 'shop')).out).toMatch(/^main +sqlite .*1 changes$/m)
  expect((await charter('source', 'remove', 'shop', 'main')).status).toBe(0)
  const gone = await charter('source', 'test', 'shop', 'main')
  expect([gone.status, gone.err]).toEqual([3, expect.stringContaining('charter source list shop')])
}, 120_000)

test('where there are no keys, or no platform, that is said with what to do', async () => {
  expect(await charter('key', 'list')).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^No keys yet\..*charter key create/),
  })
  expect((await json('key', 'list')).value).toEqual([])
  const down = await charterHere(['down', '--folder', join(folder, 'nowhere')])
  expect([down.status, down.out, down.err]).toEqual([
    3,
    '',
    expect.stringMatching(/^No platform was opened in .*nowhere/),
  ])
}, 60_000)

test('a key is made, another takes its place while both are taken, and one is ended', async () => {
  const { value: first } = await json('key', 'create', 'ci', '--grant', 'viewer', '--grant', 'designer', '--days', '30')
  expect(first).toMatchObject({ key: expect.stringMatching(/^ck_/), id: expect.any(String) })
  const { value: next } = await json('key', 'rotate', first.id, '--overlap', '2')
  expect(next).toMatchObject({ key: expect.stringMatching(/^ck_/), replaces: first.id })
  const daysLeft = (Date.parse(next.beforeEndsAt) - Date.now()) / 86_400_000
  expect([Math.round(daysLeft), next.key === first.key]).toEqual([2, false])
  const takenBy = (key: string) =>
    fetch(`${platform.url}/api/v1/projects`, { headers: { authorization: `Bearer ${key}` } }).then((r) => r.status)
  expect([await takenBy(first.key), await takenBy(next.key)]).toEqual([200, 200])
  const listed = (await json('key', 'list')).value as readonly { readonly id: string; readonly grants: string[] }[]
  expect(listed.find(({ id }) => id === next.id)?.grants).toEqual(['viewer', 'designer'])
  expect((await charter('key', 'revoke', first.id)).status).toBe(0)
  await expect.poll(() => takenBy(first.key), { timeout: 10_000 }).toBe(401)
  expect((await charter('key', 'rotate', first.id)).err).toContain('charter key list')
  expect((await charter('key', 'create', 'ci', '--grant', 'approver')).status).toBe(2)
  expect((await charter('key', 'create', 'ci', '--days', '0')).status).toBe(2)
}, 60_000)

test('a charter of several files is deployed as one document, which says the same', async () => {
  const project = join(folder, 'several')
  mkdirSync(join(project, 'entities'), { recursive: true })
  const head = 'charter: 1\nname: notes\naccess: { roles: [clerk] }\nsources: { main: { own: sqlite } }\n'
  writeFileSync(join(project, 'charter.yaml'), head)
  writeFileSync(
    join(project, 'entities', 'Note.yaml'),
    'key: id\nfields: { id: { type: uuid, default: generated } }\nallow: { clerk: { do: [create, read] } }\n',
  )
  const { status, out, err } = await charter('deploy', project)
  expect([status, err, out]).toEqual([0, expect.anything(), expect.stringContaining('The first version: Note.')])
  expect((await json('version', 'show', 'notes')).value).toMatchObject({ number: 1, errors: 0, state: 'accepted' })
  expect((await charter('version', 'show', 'notes', '--text')).out).toMatch(/^entities:\n {2}Note:\n {4}key: id$/m)
  // Said again, it is the same version.
  expect((await charter('deploy', project)).out).toContain('Version 1 answers')
}, 60_000)

test('of a deployment that waits, approve says what it changes and who asked, and on one’s own machine that nobody lets it', async () => {
  const text =
    'charter: 1\nname: notes\naccess: { roles: [clerk] }\nsources: { main: { own: sqlite } }\nentities:\n  Note:\n    key: id\n    fields: { id: { type: uuid, default: generated } }\n    allow: { clerk: { do: [create, read] } }\n'
  await charter('project', 'create', 'notes', '--unreviewed')
  const [project] = (await json('project', 'list')).value
  await calls('POST environments', { projectId: project.id, name: 'guarded', approvals: 1 })
  const asked = {
    project: { name: 'notes', title: 'Notes' },
    environment: 'guarded',
    isAlone: true,
    text,
    reason: 'Why.',
  }
  expect((await deployCharter(calls, asked)).state).toBe('waiting')
  const { items } = await calls<{ items: readonly { id: string; releaseDigest: string }[] }>('GET deployments?limit=1')
  const [{ id, releaseDigest } = { id: '', releaseDigest: '' }] = items
  const { status, out } = await charter('approve', id)
  expect(status).toBe(0)
  for (const said of [id, 'version 1 of notes to guarded, requested', 'asked for by owner', 'Why.', releaseDigest])
    expect(out).toContain(said)
  expect(out).toContain('The first version: Note.')
  expect(out).toContain('This platform is of one person')
  expect((await json('approve', id)).value).toMatchObject({ address: `${platform.url}/approve/${id}` })
  expect((await charter('approve', '0198')).status).toBe(3)
}, 60_000)

const notes =
  'charter: 1\nname: notes\naccess: { roles: [clerk] }\nsources: { main: { own: sqlite } }\nentities:\n  Note:\n    key: id\n    fields: { id: { type: uuid, default: generated } }\n    allow: { clerk: { do: [create, read] } }\n'

const deployNotes = () =>
  deployCharter(calls, {
    project: { name: 'notes', title: 'Notes' },
    environment: 'local',
    isAlone: true,
    text: notes,
    reason: 'A try.',
  })

test('a release is tested and followed, and its runs are listed and shown with what was asked', async () => {
  await charter('project', 'create', 'notes', '--unreviewed')
  expect((await charter('runs', 'start', 'notes')).err).toContain('No version of notes is accepted yet')
  await deployNotes()
  expect((await charter('runs', 'list', 'notes')).err).toContain('charter runs start notes')
  const ran = await charter('runs', 'start', 'notes')
  expect([ran.status, ran.out]).toEqual([0, expect.stringMatching(/Verified, version 1: passed, 3 passed, 0 failed/)])
  expect([ran.out, ran.err]).toEqual([
    expect.stringContaining('Note: 3 of 4 hold'),
    expect.stringContaining('Running verify'),
  ])
  const { value } = await json('runs', 'list', 'notes')
  expect(value).toEqual([expect.objectContaining({ state: 'passed', suite: 'Verified', version: 1 })])
  expect((await charter('runs', 'show', value[0].id)).out).toContain('Note: 3 of 4 hold')
  expect((await charter('runs', 'cancel', value[0].id)).status).toBe(3)
  expect((await charter('runs', 'start', 'notes', '--suite', 'all')).err).toContain(
    'There is: Own tests (ownTests), Verified (verify).',
  )
}, 60_000)

test('a route is added, listed with the environment that it leads to, and removed', async () => {
  await deployNotes()
  expect((await charter('route', 'list', 'notes')).err).toContain('charter route add notes')
  expect((await charter('route', 'add', 'notes', 'local')).status).toBe(2)
  const { value } = await json('route', 'add', 'notes', 'local', '--style', 'rest', '--host', 'notes.example.org')
  expect(value).toMatchObject({ host: 'notes.example.org', prefix: '/', style: 'rest', environment: 'local' })
  expect((await charter('route', 'list', 'notes')).out).toMatch(/notes\.example\.org\/ +rest +to local/)
  const unserved = await charter('route', 'add', 'notes', 'local', '--style', 'soap')
  expect([unserved.status, unserved.err]).toEqual([3, expect.stringContaining('It is not served there')])
  expect((await charter('route', 'remove', value.id)).status).toBe(0)
  expect((await json('route', 'list', 'notes')).value).toEqual([])
}, 60_000)
