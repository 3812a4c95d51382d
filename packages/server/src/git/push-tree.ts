import { mkdir } from 'node:fs/promises'
import { isInside } from '@charter/project/inside'
import { GitFailed, git } from './git.ts'
import { type GitPlace, PlaceRefused } from './git-place.ts'

export interface Tree {
  readonly branch: string
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
  /** Of the release: a branch whose newest commit says it has it already. */
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
  const ref = `refs/heads/${tree.branch}`
  const before = await tipOf(gitFolder, ref)
  if (before !== null && (await git(gitFolder, ['show', '-s', '--format=%B', before])).includes(trailerOf(tree)))
    return { commit: before, isNew: false }
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

/** A work tree would no longer be what its branch says. */
const isCheckedOut = async (gitFolder: string, ref: string): Promise<boolean> =>
  gitFolder.endsWith('/.git') && (await git(gitFolder, ['symbolic-ref', '--quiet', 'HEAD']).catch(() => '')) === ref

const trailerOf = ({ digest }: Tree): string => `Release: ${digest}`

/** As git-fast-import(1) reads it. */
function* streamOf(ref: string, before: string | null, tree: Tree): Generator<Uint8Array, void> {
  const message = Buffer.from(`${tree.message}\n\n${trailerOf(tree)}\n`)
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
