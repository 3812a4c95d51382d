import type { Blobs } from '../blobs/blobs.ts'
import type { ReleaseArchiveBody } from '../charter.gen.ts'
import { type Archived, archiveOf } from '../releases/archive-of.ts'
import { keptPacked } from '../releases/kept-packed.ts'

/** Of all files together. */
const bytesMax = 64 * 1024 ** 2

/** All files of a release in one, as bytes that no browser runs. Whoever asks for it, it is packed once. */
export const releaseArchive = ({ blobs }: { readonly blobs: Blobs }): ReleaseArchiveBody => {
  const archives = keptPacked()
  return async ({ params }, { rows, fail }) => {
    const release = await rows.read('Release', { id: params.id })
    if (!release) return fail('no-release', 'There is no such release.')
    const bytes = release.parts.reduce((total, { size }) => total + size, 0)
    if (bytes > bytesMax) return fail('too-large', 'This release is too large to be read at once: read its parts.')
    const body = await archives(release.digest, async () => {
      const files: Archived[] = []
      for (const { path, digest } of release.parts) files.push({ path, bytes: await blobs.read(digest) })
      return archiveOf(files)
    })
    const name = `${release.digest.slice('sha256:'.length, 'sha256:'.length + 16)}.tar.gz`
    return { body, headers: { 'content-disposition': `attachment; filename="${name}"` } }
  }
}
