import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCharterAt } from './git-charter.ts'

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
