import type { Blobs } from '../blobs/blobs.ts'
import type { MakeReleaseBody, Part } from '../charter.gen.ts'
import { generator } from '../releases/generator.ts'
import { manifestOf } from '../releases/manifest-of.ts'
import { partsOf, releaseDigest } from '../releases/parts-of.ts'
import type { ReleaseSigner } from '../releases/release-signer.ts'
import type { Generate } from '../versions/generate.ts'

export interface MakeReleasePorts {
  readonly blobs: Blobs
  readonly generate: Generate
  readonly signer: ReleaseSigner
}

/** Generates what an accepted version gives, and signs it. The parts are kept before a row names them. */
export const makeRelease =
  ({ blobs, generate, signer }: MakeReleasePorts): MakeReleaseBody =>
  async ({ row: version }, { step, once, tell, principal, fail }) => {
    if (version.state !== 'accepted') return fail('not-accepted', `Version ${version.number} is ${version.state}.`)
    const { parts, findings } = await once('parts', async () => {
      const made = await partsOf(version, generate)
      const kept: Part[] = []
      for (const { path, text } of made.parts) {
        const bytes = Buffer.from(text)
        kept.push({ path, digest: await blobs.put(bytes), size: bytes.length })
      }
      return { parts: kept, findings: made.findings }
    })
    tell(`${parts.length} files`)
    const digest = releaseDigest(parts)
    const { id } = await step('release', async ({ rows, now }) => {
      const [known] = await rows.list('Release', { where: { versionId: version.id }, limit: 1 })
      if (known) return known
      const project = (await rows.read('Project', { id: version.projectId }))?.name ?? ''
      const made = { madeBy: principal.id, madeAt: now }
      const manifest = manifestOf({ project, version, digest, parts, warnings: findings.length, generator, ...made })
      const signature = signer.sign(manifest)
      return rows.create('Release', { versionId: version.id, digest, parts, findings, manifest, signature, ...made })
    })
    return { release: id, digest }
  }
