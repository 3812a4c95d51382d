import { type Blobs, digestOf } from '../blobs/blobs.ts'
import type { MakeReleaseBody, Part } from '../charter.gen.ts'
import type { Generate } from '../versions/generate.ts'

/** Generates what an accepted version gives. The parts are kept before a row names them. */
export const makeRelease =
  ({ blobs, generate }: { readonly blobs: Blobs; readonly generate: Generate }): MakeReleaseBody =>
  async ({ row: version }, { step, once, tell, principal, fail }) => {
    if (version.state !== 'accepted') return fail('not-accepted', `Version ${version.number} is ${version.state}.`)
    const parts = await once('parts', async () => {
      const files = await generate(version)
      const all = [
        { path: 'charter.yaml', text: version.text },
        { path: 'charter.lock', text: version.lock ?? '' },
        ...files.map(({ path, text }) => ({ path: `node/${path}`, text })),
      ]
      const made: Part[] = []
      for (const { path, text } of all.sort((a, b) => (a.path < b.path ? -1 : 1))) {
        const bytes = Buffer.from(text)
        made.push({ path, digest: await blobs.put(bytes), size: bytes.length })
      }
      return made
    })
    tell(`${parts.length} files`)
    const digest = digestOf(Buffer.from(parts.map((part) => `${part.digest} ${part.path}\n`).join('')))
    const { id } = await step('release', async ({ rows }) => {
      const [known] = await rows.list('Release', { where: { versionId: version.id }, limit: 1 })
      return known ?? rows.create('Release', { versionId: version.id, digest, parts, madeBy: principal.id })
    })
    return { release: id, digest }
  }
