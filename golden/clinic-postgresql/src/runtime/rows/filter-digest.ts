import { hash } from 'node:crypto'
import type { Predicate } from '../call/predicate.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import type { Json } from '../values/json.ts'

/** Filters live as long as their request, and their digests with them. */
const known = new WeakMap<Predicate, string>()

/**
 * What a cursor is bound to of a filter: the same for equal filters, and short whatever their size. Made once for each filter and
 * each part of a conjunction, so that every parent of an included relation may add its own condition to one that is long.
 */
export const filterDigest = (filter: Predicate): string => {
  const before = known.get(filter)
  if (before !== undefined) return before
  const said: Json = filter.kind === 'and' ? ['and', ...filter.of.map(filterDigest)] : (filter as unknown as Json)
  const digest = hash('sha256', canonicalJson(said), 'base64url')
  known.set(filter, digest)
  return digest
}
