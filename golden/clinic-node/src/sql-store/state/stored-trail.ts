import type { AuditEntry, StoredAuditEntry } from '../../runtime/index.ts'
import type { SqlRow } from '../sql-value.ts'
import { entryOf, linesOf } from './audit-lines.ts'

/** Whose trail it is: an entity's row, in the tenant that it belongs to. */
type AuditedRow = Pick<AuditEntry, 'entity' | 'key' | 'tenant'>

/**
 * The entries of one row, newest first, among those at some positions of the bodies read (`SELECT "position", "body"`).
 * An index by numbers may name entries of other rows, which are left out here.
 */
export const trailIn = (
  bodies: readonly SqlRow[],
  positions: ReadonlySet<number>,
  of: AuditedRow,
): readonly StoredAuditEntry[] =>
  bodies
    .flatMap(linesOf)
    .filter(({ position }) => positions.has(position))
    .map(entryOf)
    .filter(({ entity, key, tenant }) => entity === of.entity && key === of.key && tenant === of.tenant)
    .sort(newestFirst)

/** At most `limit` entries of the bodies read that lie after a position, newest first. */
export const newestIn = (bodies: readonly SqlRow[], after: number, limit: number): readonly StoredAuditEntry[] =>
  bodies
    .flatMap(linesOf)
    .filter(({ position }) => position > after)
    .sort(newestFirst)
    .slice(0, limit)
    .map(entryOf)

/** Which of the intents an entry of the bodies read settles. */
export const settledIn = (bodies: readonly SqlRow[], intents: readonly string[]): ReadonlySet<string> => {
  const settled = new Set(bodies.flatMap(linesOf).map((line) => entryOf(line).intent))
  return new Set(intents.filter((id) => settled.has(id)))
}

const newestFirst = (one: { readonly position: number }, other: { readonly position: number }): number =>
  other.position - one.position
