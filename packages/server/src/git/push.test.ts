import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Asking, type Desk, idOf, openDesk } from '../testing/desk.ts'
import { git as runGit } from './git.ts'
import { gitFolders } from './git-folders.ts'

let desk: Desk
let folder: string
let root: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-git-'))
  root = join(folder, 'git')
  mkdirSync(root)
  desk = await openDesk({ GIT_FOLDERS: root })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await desk.close()
  rmSync(folder, { recursive: true })
})

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()

const push = async (who: Asking, release: string, said: object): Promise<Answer['body']> => {
  const run = await who(`POST releases/${release}/push`, said)
  expect([run.status, run.body]).toEqual([202, expect.anything()])
  return desk.ended('push-release-jobs', run.body.id)
}

test('a release is a commit of exactly its files, after the one before it, and is written once', async () => {
  const [first, second] = [await desk.release('One'), await desk.release('Two')]
  const pushed = await push(desk.ann, first, { folder: 'notes' })
  expect([pushed.problem, pushed.result]).toEqual([
    null,
    { commit: expect.stringMatching(/^[0-9a-f]{40}$/), isNew: true },
  ])
  expect((await push(desk.ann, first, { folder: 'notes' })).result).toEqual({ ...pushed.result, isNew: false })
  const next = await push(desk.ann, second, { folder: 'notes' })
  git('clone', '--quiet', join(root, 'acme', 'notes'), 'cloned')
  expect(git('-C', 'cloned', 'rev-list', 'main').split('\n')).toEqual([next.result.commit, pushed.result.commit])
  const { parts, digest } = (await desk.ann(`GET releases/${second}`)).body
  const files = git('-C', 'cloned', 'ls-files').split('\n')
  expect(files).toEqual(parts.map(({ path }: { readonly path: string }) => path))
  expect(readFileSync(join(folder, 'cloned', 'charter.yaml'), 'utf8')).toBe(desk.charterOf('Two'))
  expect(git('-C', 'cloned', 'log', '-1', '--format=%B')).toBe(`notes, version 2\n\nRelease: ${digest}`)
  expect(git('-C', 'cloned', 'fsck', '--strict')).toBe('')
}, 60_000)

test('nothing that lies in a repository is run, and a branch that is checked out is left alone', async () => {
  const release = await desk.release('One')
  const place = join(root, 'acme', 'notes')
  mkdirSync(join(root, 'acme'))
  git('init', '--quiet', '--initial-branch=main', place)
  for (const hook of ['reference-transaction', 'post-commit', 'pre-auto-gc', 'post-index-change'])
    writeFileSync(join(place, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${join(folder, 'was-run')}\n`, { mode: 0o755 })
  git('-C', place, 'config', 'core.fsmonitor', `touch ${join(folder, 'was-run')}`)
  expect((await push(desk.ann, release, { folder: 'notes' })).problem).toMatchObject({
    code: 'not-taken',
    detail: expect.stringContaining('is checked out there'),
  })
  const pushed = await push(desk.ann, release, { folder: 'notes', branch: 'released' })
  expect(pushed.result).toMatchObject({ isNew: true })
  expect(git('-C', place, 'rev-parse', 'released')).toBe(pushed.result.commit)
  expect(existsSync(join(folder, 'was-run'))).toBe(false)
}, 60_000)

test('a release is written nowhere but in repositories of its organisation: no link and no name leads out', async () => {
  const release = await desk.release('One')
  mkdirSync(join(root, 'acme', 'plain'), { recursive: true })
  const elsewhere = join(folder, 'elsewhere')
  git('init', '--quiet', '--bare', elsewhere)
  symlinkSync(elsewhere, join(root, 'acme', 'linked'))
  mkdirSync(join(root, 'acme', 'worktree'))
  writeFileSync(join(root, 'acme', 'worktree', '.git'), `gitdir: ${elsewhere}\n`)
  // What it keeps of its own leads to the objects of another one.
  git('init', '--quiet', '--bare', join(root, 'acme', 'shared'))
  writeFileSync(join(root, 'acme', 'shared', 'commondir'), `${elsewhere}\n`)
  for (const name of ['plain', 'linked', 'worktree', 'shared'])
    expect([name, (await push(desk.ann, release, { folder: name })).problem?.code]).toEqual([name, 'not-taken'])
  for (const name of ['..', '../rival', '/srv', '.git', 'a/b', '-x', 'A', 'https://there'])
    expect((await desk.ann(`POST releases/${release}/push`, { folder: name })).status).toBe(422)
  for (const branch of ['../x', '-x', 'a..b', 'refs/heads/x', 'x.lock'])
    expect((await desk.ann(`POST releases/${release}/push`, { folder: 'notes', branch })).status).toBe(422)
  expect((await desk.olga(`POST releases/${release}/push`, { folder: 'notes' })).status).toBe(403)
  const eve = desk.as('eve')
  idOf(await eve('POST organisations', { id: 'rival', name: 'Rival' }))
  expect((await eve(`POST releases/${release}/push`, { folder: 'notes' })).status).toBe(404)
  expect(existsSync(join(root, 'acme', 'notes'))).toBe(false)
  expect(git('-C', elsewhere, 'for-each-ref')).toBe('')
}, 60_000)

test('no program that a repository names is run, and what a commit says of itself is not taken for its files', async () => {
  const release = await desk.release('One')
  const place = join(root, 'acme', 'notes')
  mkdirSync(join(root, 'acme'))
  git('init', '--quiet', '--bare', '--initial-branch=main', place)
  const program = join(folder, 'program')
  writeFileSync(program, `#!/bin/sh\ntouch ${join(folder, 'was-run')}\nexit 1\n`, { mode: 0o755 })
  for (const name of ['gpg.program', 'core.pager', 'core.sshCommand', 'core.editor', 'core.fsmonitor'])
    git('-C', place, 'config', name, program)
  git('-C', place, 'config', 'log.showSignature', 'true')
  const { digest } = (await desk.ann(`GET releases/${release}`)).body
  const made = (kind: string, input: string): string =>
    execFileSync('git', ['-C', place, 'hash-object', '-t', kind, '-w', '--stdin'], { input, encoding: 'utf8' }).trim()
  const who = 'a <a@b> 1 +0000'
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
  const forged = made(
    'commit',
    `tree ${made('tree', '')}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nnotes\n\nRelease: ${digest}\n`,
  )
  git('-C', place, 'update-ref', 'refs/heads/main', forged)
  const pushed = await push(desk.ann, release, { folder: 'notes' })
  expect(pushed.result).toMatchObject({ isNew: true })
  expect(git('-C', place, 'show', '--no-show-signature', 'main:charter.yaml')).toBe(desk.charterOf('One').trim())
  expect((await push(desk.ann, release, { folder: 'notes' })).result).toEqual({ ...pushed.result, isNew: false })
  expect(existsSync(join(folder, 'was-run'))).toBe(false)
}, 60_000)

test('a repository with a link or a pipe in it, or that names what lies elsewhere, is refused, and nothing is written there', async () => {
  const release = await desk.release('One')
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'config'), '')
  const said = (name: string, text: string) => (place: string) => writeFileSync(join(place, name), text, { flag: 'a' })
  const linked = (name: string) => (place: string) => {
    rmSync(join(place, name), { recursive: true, force: true })
    symlinkSync(elsewhere, join(place, name))
  }
  const spoiled: Readonly<Record<string, (place: string) => void>> = {
    heads: linked('refs/heads'),
    ref: linked('refs/heads/main'),
    pack: linked('objects/pack'),
    packed: linked('packed-refs'),
    logs: linked('logs'),
    pipe: (place) => void execFileSync('mkfifo', [join(place, 'refs/heads/main')]),
    settings: (place) => {
      rmSync(join(place, 'config'))
      execFileSync('mkfifo', [join(place, 'config')])
    },
    included: said('config', `[Include]\n\tpath = ${join(elsewhere, 'config')}\n`),
    conditional: said('config', `[includeIf "gitdir:/"]\n\tpath = ${join(elsewhere, 'config')}\n`),
    fetched: said('config', '[remote "origin"]\n\turl = ext::true\n\tpromisor = true\n'),
    unreadable: said('config', '[core\n'),
    alternates: said('objects/info/alternates', `${elsewhere}\n`),
    symbolic: said('refs/heads/main', 'ref: refs/heads/other\n'),
  }
  for (const [name, spoil] of Object.entries(spoiled)) {
    const place = join(root, 'acme', name)
    mkdirSync(join(root, 'acme'), { recursive: true })
    git('init', '--quiet', '--bare', '--initial-branch=main', place)
    spoil(place)
    expect([name, (await push(desk.ann, release, { folder: name })).problem?.code]).toEqual([name, 'not-taken'])
  }
  expect(readdirSync(elsewhere)).toEqual(['config'])
}, 90_000)

test('git that waits for what never comes is ended, with what it began', async () => {
  const place = join(folder, 'waiting')
  git('init', '--quiet', '--bare', place)
  rmSync(join(place, 'HEAD'))
  execFileSync('mkfifo', [join(place, 'HEAD')])
  await expect(runGit(place, ['rev-parse', 'HEAD'], [], 300)).rejects.toThrow('It takes too long.')
}, 60_000)

test('without git, and without a folder that the operator named, it says so', async () => {
  const release = await desk.release('One')
  vi.stubEnv('PATH', join(folder, 'nothing'))
  expect((await push(desk.ann, release, { folder: 'notes' })).problem).toMatchObject({
    code: 'no-git',
    detail: 'git is not installed on the machine of the platform.',
  })
  vi.unstubAllEnvs()
  expect(gitFolders({})).toBeNull()
  for (const wrong of ['git', './git', '/srv/../etc', '/srv//git'])
    expect(() => gitFolders({ GIT_FOLDERS: wrong })).toThrow(/GIT_FOLDERS takes the whole path/)
}, 60_000)
