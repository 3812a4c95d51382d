import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCharterAt } from './git-charter.ts'
import { loadCharter } from './load.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-git-'))
const project = join(folder, 'apis', 'shop')
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    cwd: folder,
    stdio: 'ignore',
  })
const write = (title: string, field: string) => {
  writeFileSync(join(project, 'charter.yaml'), `charter: 1\nname: shop\ntitle: ${title}\n`)
  writeFileSync(join(project, 'entities', 'Order.yaml'), `key: id\nfields: { id: uuid, ${field}: text }\n`)
}

beforeAll(() => {
  mkdirSync(join(project, 'entities'), { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  write('Before', 'first')
  git('add', '.')
  git('commit', '--quiet', '-m', 'one')
  git('branch', 'old')
  write('After', 'second')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the charter of a revision is read with its entities; the files at work are left as they are', async () => {
  const { charter, diagnostics } = await loadCharterAt('old', project)
  expect(diagnostics).toEqual([])
  expect([charter?.title, charter?.entities.flatMap(({ fields }) => fields.map(({ name }) => name))]).toEqual([
    'Before',
    ['id', 'first'],
  ])
  expect((await loadCharterAt('HEAD', join(project, 'charter.yaml'))).charter?.title).toBe('Before')
})

test('what a charter includes is read of that revision, and of the disk where the disk is read', async () => {
  const parts = join(folder, 'parts')
  mkdirSync(join(parts, 'shared'), { recursive: true })
  writeFileSync(join(parts, 'charter.yaml'), 'charter: 1\nname: parts\ninclude: [shared/one.yaml, shared/two.yaml]\n')
  writeFileSync(join(parts, 'shared', 'one.yaml'), 'types: { One: { type: text } }\n')
  writeFileSync(join(parts, 'shared', 'two.yaml'), 'types: { Two: { type: text } }\n')
  git('add', 'apis/../parts')
  git('commit', '--quiet', '-m', 'parts')
  writeFileSync(join(parts, 'shared', 'two.yaml'), 'types: { Three: { type: text } }\n')
  const names = ({ charter }: { charter: { types: object } | null }) => Object.keys(charter?.types ?? {})
  expect(names(await loadCharterAt('HEAD', parts))).toEqual(['One', 'Two'])
  expect(names(await loadCharter(parts))).toEqual(['One', 'Three'])
})

test('an include that leads out of the folder by a link is refused', async () => {
  const parts = join(folder, 'linked')
  mkdirSync(parts)
  writeFileSync(join(folder, 'outside.yaml'), 'types: { Out: { type: text } }\n')
  symlinkSync(join(folder, 'outside.yaml'), join(parts, 'in.yaml'))
  writeFileSync(join(parts, 'charter.yaml'), 'charter: 1\nname: linked\ninclude: in.yaml\n')
  await expect(loadCharter(parts)).rejects.toThrow(/in\.yaml/)
})

test.each([
  ['nowhere', /There is no revision "nowhere"/],
  ['--help', /There is no revision "--help"/],
  ['old:apis', /There is no revision/],
])('the revision %s is none', async (revision, sentence) => {
  await expect(loadCharterAt(revision, project)).rejects.toThrow(sentence)
})

test('a charter that the revision does not have yet is said to be missing there', async () => {
  writeFileSync(join(folder, 'new.yaml'), 'charter: 1\nname: new\n')
  await expect(loadCharterAt('old', join(folder, 'new.yaml'))).rejects.toThrow(/no new\.yaml .* at old/)
})

test('a folder of a clone that is laid out as a repository of its own is none, and nothing that its config says is run', async () => {
  const run = join(folder, 'was-run')
  const hostile = join(folder, 'hostile')
  const bare = {
    HEAD: 'ref: refs/heads/main',
    'objects/info/keep': '',
    'refs/heads/main': '1'.repeat(40),
    config: `[core]
      repositoryformatversion = 1
      bare = true
      sshCommand = "touch ${run}; false"
      fsmonitor = "touch ${run}"
    [extensions]
      partialClone = origin
    [remote "origin"]
      url = ssh://x/y
      promisor = true`,
  }
  for (const [name, text] of Object.entries(bare)) {
    mkdirSync(join(hostile, name, '..'), { recursive: true })
    writeFileSync(join(hostile, name), text)
  }
  writeFileSync(join(hostile, 'charter.yaml'), 'charter: 1\nname: new\n')
  await expect(loadCharterAt('main', hostile)).rejects.toThrow(/no charter\.yaml .* at main/)
  // Outside of any repository it is none either.
  const apart = mkdtempSync(join(tmpdir(), 'charter-git-'))
  cpSync(hostile, apart, { recursive: true })
  await expect(loadCharterAt('main', apart)).rejects.toThrow(/in no git repository/)
  rmSync(apart, { recursive: true })
  expect(existsSync(run)).toBe(false)
})
