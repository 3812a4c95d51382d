import { saidText } from '@charter/deploy'
import type { Blobs } from '../blobs/blobs.ts'
import type { PushReleaseBody } from '../charter.gen.ts'
import { GitFailed, GitMissing } from '../git/git.ts'
import { gitPlace, PlaceRefused } from '../git/git-place.ts'
import { pushTree } from '../git/push-tree.ts'
import { isSigned } from '../releases/is-signed.ts'
import type { ReleaseSigner } from '../releases/release-signer.ts'

export interface PushReleasePorts {
  readonly blobs: Blobs
  readonly signer: ReleaseSigner
  readonly gitFolders: string | null
}

/** Writes a release into a repository of its organisation. What is there already is told. */
export const pushRelease =
  ({ blobs, signer, gitFolders }: PushReleasePorts): PushReleaseBody =>
  async ({ row: release, value: { folder, branch } }, { once, fail }) => {
    if (gitFolders === null) return fail('no-folders', 'GIT_FOLDERS of this platform names no folder of repositories.')
    if (!isSigned(signer, release)) return fail('not-taken', 'This release is not as it was signed.')
    const pushed = await once('push', async () => {
      try {
        const files = []
        for (const { path, digest } of release.parts) files.push({ path, bytes: await blobs.read(digest) })
        const { digest, madeAt, manifest } = release
        const { project, version } = JSON.parse(manifest) as { readonly project: string; readonly version: number }
        const message = `${project}, version ${version}`
        const place = await gitPlace(gitFolders, release.organisationId, folder)
        return await pushTree(place, { branch, files, digest, message, at: madeAt })
      } catch (error) {
        return { failed: failureOf(error) }
      }
    })
    if ('failed' in pushed) return fail(...pushed.failed)
    return { commit: pushed.commit, isNew: pushed.isNew }
  }

/** What is said of it; anything else goes on. */
const failureOf = (error: unknown): ['no-git' | 'not-taken', string] => {
  if (error instanceof GitMissing) return ['no-git', 'git is not installed on the machine of the platform.']
  if (error instanceof PlaceRefused) return ['not-taken', error.message]
  if (error instanceof GitFailed) return ['not-taken', `git does not take it: ${saidText(error.message, 500)}`]
  throw error
}
