import { mkdir } from 'node:fs/promises'
import { isInside } from '@charter/project/inside'
import { GitFailed, git } from './git.ts'
import { type GitPlace, PlaceRefused } from './git-place.ts'
import { requirePlain } from './plain-repository.ts'
import { type TreeFile, treeId } from './tree-id.ts'

export interface Tree {
  readonly branch: string
  readonly files: readonly TreeFile[]
  /** Of the release: its commit names it. */
  readonly digest: string
  readonly message: string
  /** An instant: the same release makes the same commit. */
  readonly at: string
}

export interface Pushed {
  readonly commit: string
  readonly isNew: boolean
}

/** Makes a branch hold the files of a release and nothing else, in a commit after what it held. Rejects with a PlaceRefused, GitMissing or GitFailed. */
export const pushTree = async ({ gitFolder, isMissing }: GitPlace, tree: Tree): Promise<Pushed> => {
  for (const { path } of tree.files)
    if (!isInside(path))
      throw new PlaceRefused(`A part of the release is called what no file may be called: ${path.slice(0, 200)}`)
  if (isMissing) {
    await mkdir(gitFolder, { recursive: true, mode: 0o700 })
    await git(gitFolder, ['init', '--bare', '--quiet', '--template=', '--initial-branch', tree.branch])
  }
  await requirePlain(gitFolder)
  const ref = `refs/heads/${tree.branch}`
  if ((await ledToBy(gitFolder, ref)) !== null) throw new PlaceRefused(`${tree.branch} is another name of a branch.`)
  const before = await tipOf(gitFolder, ref)
  if (before !== null && (await holds(gitFolder, before, tree))) return { commit: before, isNew: false }
  if (await isCheckedOut(gitFolder, ref))
    throw new PlaceRefused(`${tree.branch} is checked out there: name another branch.`)
  await git(gitFolder, ['fast-import', '--quiet', '--done', '--date-format=raw'], streamOf(ref, before, tree))
  const commit = await tipOf(gitFolder, ref)
  if (commit === null) throw new GitFailed('The commit is not there.')
  return { commit, isNew: true }
}

const tipOf = (gitFolder: string, ref: string): Promise<string | null> =>
  git(gitFolder, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).catch((error: unknown) => {
    if (error instanceof GitFailed) return null
    throw error
  })

/** What a commit says of itself anybody may write: its files are what counts. */
const holds = async (gitFolder: string, commit: string, { files }: Tree): Promise<boolean> =>
  (await git(gitFolder, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`])) === treeId(files, commit)

/** What a symbolic ref stands for; null where it is none. */
const ledToBy = (gitFolder: string, ref: string): Promise<string | null> =>
  git(gitFolder, ['symbolic-ref', '--quiet', ref]).catch((error: unknown) => {
    // So it says that it is none.
    if (error instanceof GitFailed && error.message === '') return null
    throw error
  })

/** A work tree would no longer be what its branch says. */
const isCheckedOut = async (gitFolder: string, ref: string): Promise<boolean> =>
  gitFolder.endsWith('/.git') && (await ledToBy(gitFolder, 'HEAD')) === ref

/** As git-fast-import(1) reads it. */
function* streamOf(ref: string, before: string | null, tree: Tree): Generator<Uint8Array, void> {
  const message = Buffer.from(`${tree.message}\n\nRelease: ${tree.digest}\n`)
  yield Buffer.from(
    [
      `commit ${ref}`,
      `committer Charter <charter@localhost> ${Math.floor(Date.parse(tree.at) / 1000)} +0000`,
      `data ${message.length}`,
      '',
    ].join('\n'),
  )
  yield message
  yield Buffer.from(`${before === null ? '' : `from ${before}\n`}deleteall\n`)
  for (const { path, bytes } of tree.files) {
    yield Buffer.from(`M 100644 inline ${quoted(path)}\ndata ${bytes.length}\n`)
    yield bytes
    yield Buffer.from('\n')
  }
  yield Buffer.from('done\n')
}

/** What holds no control characters, in C's quotes. */
const quoted = (path: string): string => `"${path.replace(/["\\]/g, '\\$&')}"`
