import { digestOf } from '../blobs/blobs.ts'
import type { Diagnostic, Part } from '../charter.gen.ts'
import type { VersionText } from '../versions/changes.ts'
import type { Generate } from '../versions/generate.ts'

/** A file of a release. */
export interface PartText {
  readonly path: string
  readonly text: string
}

/** What a version gives: its parts in order, and what `check` says of it. */
export interface Made {
  readonly parts: readonly PartText[]
  readonly findings: readonly Diagnostic[]
}

/** The same version gives the same, to the byte, of the same generator. Rejects with Refused where it is not sound. */
export const partsOf = async (version: VersionText, generate: Generate): Promise<Made> => {
  const { files, findings } = await generate(version)
  const parts = [
    { path: 'charter.yaml', text: version.text },
    { path: 'charter.lock', text: version.lock ?? '' },
    { path: 'checks.json', text: `${JSON.stringify({ findings }, null, 2)}\n` },
    ...files.map(({ path, text }) => ({ path: `node/${path}`, text })),
  ]
  return { findings, parts: parts.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

/** Of a release: of `<digest> <path>` of each part, a line each, in the order of their paths. */
export const releaseDigest = (parts: readonly Pick<Part, 'path' | 'digest'>[]): string =>
  digestOf(Buffer.from(parts.map(({ path, digest }) => `${digest} ${path}\n`).join('')))
