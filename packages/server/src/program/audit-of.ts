import { keysOf } from './keys.ts'
import { type PlatformCalls, PlatformRefused } from './platform-calls.ts'

/** What of a platform has a record of its own, as its API calls it. */
export const audited = [
  'alerts',
  'approvals',
  'deployments',
  'directory-users',
  'emergencies',
  'environment-changes',
  'environments',
  'findings',
  'keys',
  'members',
  'projects',
  'releases',
  'roles',
  'routes',
  'runs',
  'secrets',
  'sources',
  'suites',
  'teams',
  'versions',
] as const

/** What was done, in a word: a read that was refused is `refused`. `begun`: nobody says yet what it came to. */
export type Deed = 'read' | 'changed' | 'decided' | 'refused' | 'failed' | 'begun'

/** What the record says of a call, as the API gives it. */
interface Entry {
  readonly at: string
  readonly operation: string
  readonly principal: string | null
  /** Id of the key by which it was made, where it was made by one. */
  readonly apiKey: string | null
  readonly outcome: string
}

export interface AuditSeen extends Entry {
  readonly deed: Deed
  /** Of that key; null where there is none, or whoever asks may not see it. */
  readonly keyName: string | null
}

export interface AuditAsked {
  readonly kind: (typeof audited)[number]
  readonly id: string
  /** Reads that were answered are many, as whoever waits for something looks often. */
  readonly withReads: boolean
}

const entriesMax = 100
const pagesMax = 100

/** Who did what to something, the newest first, a hundred entries at most. Rejects with a PlatformRefused. */
export const auditOf = async (
  calls: PlatformCalls,
  { kind, id, withReads }: AuditAsked,
): Promise<readonly AuditSeen[]> => {
  const found: (Entry & { readonly deed: Deed })[] = []
  let after = ''
  for (let pages = 0; pages < pagesMax && found.length < entriesMax; pages++) {
    const { items, next } = await calls<{ readonly items: readonly Entry[]; readonly next: string | null }>(
      `GET ${kind}/${encodeURIComponent(id)}/audit?limit=100${after}`,
    )
    const entries = items.map((entry) => ({ ...entry, deed: deedOf(entry) }))
    found.push(...entries.filter(({ deed }) => withReads || deed !== 'read'))
    if (next === null) break
    after = `&after=${encodeURIComponent(next)}`
  }
  return withKeyNames(calls, found.slice(0, entriesMax))
}

const withKeyNames = async (
  calls: PlatformCalls,
  entries: readonly (Entry & { readonly deed: Deed })[],
): Promise<readonly AuditSeen[]> => {
  const isByKey = entries.some(({ apiKey }) => apiKey !== null)
  const keys = isByKey ? await keysOf(calls).catch(noneSeen) : []
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  return entries.map((entry) => ({ ...entry, keyName: names.get(entry.apiKey ?? '') ?? null }))
}

const noneSeen = (error: unknown): readonly never[] => {
  if (error instanceof PlatformRefused) return []
  throw error
}

const deedOf = ({ operation, outcome }: Entry): Deed => {
  if (outcome === 'intent' || outcome === 'unknown') return 'begun'
  if (broken.has(outcome)) return 'failed'
  if (outcome !== 'ok') return 'refused'
  if (reading.test(operation) || readingOperations.has(operation)) return 'read'
  return decisions.has(operation) ? 'decided' : 'changed'
}

/** Codes of problems that are nobody's refusal. */
const broken: ReadonlySet<string> = new Set(['internal', 'timeout', 'unavailable'])
const reading = /\.(?:read|list|aggregate|audit|changes)$/

/** Operations of the platform's charter that read, beside those of its entities. */
export const readingOperations: ReadonlySet<string> = new Set([
  'phasesOfProject',
  'graphOfProject',
  'trafficOf',
  'membersOfGroup',
])

const decisions: ReadonlySet<string> = new Set([
  'Approval.create',
  'acceptFinding',
  'acceptVersion',
  'acknowledgeAlert',
  'approveDeployment',
  'dismissFinding',
  'fixFinding',
  'letEnvironmentChange',
  'refuseDeployment',
  'resolveAlert',
  'reviewEmergency',
])
