import { hash } from 'node:crypto'
import type { SqlRow } from '../sql.ts'

/** A strong entity tag without quotes (RFC 9110 section 8.8.3): row version, a point, digest of the view. */
export const entityTag = (rowVersion: string, viewId: string): string => `${rowVersion}.${viewDigest(viewId)}`

const viewDigests = new Map<string, string>()

const viewDigest = (viewId: string): string => {
  const known = viewDigests.get(viewId)
  if (known) return known
  const made = hash('sha256', viewId, 'base64url').slice(0, 8)
  if (viewDigests.size < 10_000) viewDigests.set(viewId, made)
  return made
}

/** Stands in for a version column where the source has none: a digest of the whole stored row. */
export const rowDigest = (row: SqlRow): string =>
  hash(
    'sha256',
    row
      .map((value) =>
        value === null ? '~' : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : `=${String(value)}`,
      )
      .join('\u0000'),
    'base64url',
  ).slice(0, 22)

/** Whether `If-Match` names this row version; the view part is not compared (docs/semantics.md, Update). */
export const matchesVersion = (tags: readonly string[], rowVersion: string): boolean =>
  tags.some((tag) => tag === '*' || tag.slice(0, Math.max(tag.lastIndexOf('.'), 0)) === rowVersion)
