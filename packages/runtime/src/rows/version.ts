import { createHash, createHmac, createSecretKey, hash } from 'node:crypto'
import type { Principal } from '../call/call.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Found } from '../store/store.ts'

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

/** Makes what is shown of a row's version, where it is not a number that we count ourselves. */
export type VersionMac = (unit: EntityUnit, principal: Principal, version: readonly string[]) => string

/**
 * Keyed, and bound to entity and tenant: a digest alone of a row would tell values that its reader may not see to whoever
 * tries them. `secret`: 32 bytes shared by all replicas.
 */
export const versionMac = (secret: Uint8Array): VersionMac => {
  const key = createSecretKey(createHash('sha256').update('charter version').update(secret).digest())
  return ({ model }, { tenant }, version) =>
    createHmac('sha256', key)
      .update(`${model.name}\u0000${tenant === undefined ? '~' : `=${tenant}`}\u0000${version.join('\u0000')}`)
      .digest('base64url')
      .slice(0, 22)
}

/** What is shown of the version of a row that was found with it. */
export const versionOf = (unit: EntityUnit, mac: VersionMac, principal: Principal, found: Found): string => {
  const version = found.version()
  return unit.stored.countsVersions ? version.join() : mac(unit, principal, version)
}

/** The row's version in an entity tag, without the part of the view; empty where there is none. */
export const rowVersionIn = (tag: string): string => tag.slice(0, Math.max(tag.lastIndexOf('.'), 0))

/** Whether `If-Match` names this row version; the view part is not compared (docs/semantics.md, Update). */
export const matchesVersion = (tags: readonly string[], rowVersion: string): boolean =>
  tags.some((tag) => tag === '*' || rowVersionIn(tag) === rowVersion)
