import type { Blobs } from '../blobs/blobs.ts'
import type { ReleasePartBody } from '../charter.gen.ts'

/** A file of a release, as bytes that no browser runs. */
export const releasePart =
  ({ blobs }: { readonly blobs: Blobs }): ReleasePartBody =>
  async ({ params, query }, { rows, fail }) => {
    const release = await rows.read('Release', { id: params.id })
    const part = release?.parts.find(({ path }) => path === query.path)
    if (!part) return fail('no-part', 'This release has no such part.')
    return { body: Buffer.from(await blobs.read(part.digest)), headers: { 'content-disposition': 'attachment' } }
  }
