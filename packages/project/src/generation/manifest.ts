import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { GeneratedFile } from '@charter/charter'
import { isInside } from '../inside.ts'

/** Where a project's folder keeps what generating needs to know the next time. Committed with the project. */
export const manifestFile = '.charter/manifest.json'

/** A file as it was generated last. */
export interface ManifestFile {
  /** SHA-256, hex, of its text as generated: also the name of that text among the baselines. */
  readonly hash: string
  readonly owner: GeneratedFile['owner']
  /** `GeneratedFile.id`, where it says more than the path. */
  readonly id?: string
  /** Where a person moved it to. */
  readonly at?: string
  /** A person deleted it: it is not written again until asked for. */
  readonly isLeftOut?: true
}

export interface Manifest {
  readonly files: Readonly<Record<string, ManifestFile>>
  /** Files with conflict markers that were not resolved when generated last. */
  readonly conflicts: readonly string[]
}

export const emptyManifest: Manifest = { files: {}, conflicts: [] }

/** A manifest's text, with the version of Charter that writes it: a line for each file, sorted, so that branches which generate meet as rarely as their files do. */
export const formatManifest = ({ files, conflicts }: Manifest, charter: string): string => {
  const lines = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, file]) => `    ${JSON.stringify(path)}: ${JSON.stringify(file)}`)
  const open = conflicts.length > 0 ? `\n  "conflicts": ${JSON.stringify(conflicts)},` : ''
  return `{\n  "manifest": 2,\n  "charter": ${JSON.stringify(charter)},${open}\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`
}

/**
 * Reads a manifest. One of the first form (hashes alone) is brought forward. One that cannot be read is as if there were none:
 * every file then counts as a person's, and nothing is overwritten.
 */
export const readManifest = (text: string | null): Manifest => {
  try {
    const parsed = JSON.parse(text ?? '{}') as { files?: Record<string, string | ManifestFile>; conflicts?: string[] }
    const files = Object.entries(parsed.files ?? {}).flatMap(([path, file]): [string, ManifestFile][] => {
      const entry: ManifestFile = typeof file === 'string' ? { hash: file, owner: 'shared' } : file
      return isInside(path) && isInside(entry.at ?? path) && /^[0-9a-f]{64}$/.test(entry.hash) ? [[path, entry]] : []
    })
    return { files: Object.fromEntries(files), conflicts: (parsed.conflicts ?? []).filter(isInside) }
  } catch {
    return emptyManifest
  }
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A text as generated, kept under its hash: two branches that generate the same add the same file. `zcat` shows it. */
export const baselineFile = (hash: string): string => `.charter/baseline/${hash.slice(0, 32)}.gz`

/** Of a generated file: contracts of thousands of entities are tens of megabytes. */
export const generatedBytesMax = 64 * 2 ** 20

export const packBaseline = (text: string): Buffer => gzipSync(text, { level: 9 })

/** The text of a baseline; null where it is not the one that its name says. */
export const unpackBaseline = (packed: Buffer, hash: string): string | null => {
  try {
    const text = gunzipSync(packed, { maxOutputLength: generatedBytesMax }).toString()
    return digestOf(text) === hash ? text : null
  } catch {
    return null
  }
}
