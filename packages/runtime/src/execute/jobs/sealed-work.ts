import { ProblemError } from '../../problem/problem.ts'
import type { CallStore } from '../../rows/call-store.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import type { Json } from '../../values/json.ts'

/** What the queue keeps of work, with the service's secret: each value is of one thing alone, and read by nobody else. */
export interface SealedWork {
  seal(values: readonly Json[]): string
  /** Rejects with `stale-cursor` for what was sealed of something else, by another service, or under another secret. */
  open(sealed: string): readonly Json[]
}

/** `of`: what it is, then which. */
export const sealedWork = ({ cursors, model }: CallStore, ...[kind, ...which]: readonly string[]): SealedWork => {
  const binding = canonicalJson([kind ?? '', model.name, ...which])
  return { seal: (values) => cursors.seal(values, binding), open: (sealed) => cursors.open(sealed, binding) }
}

/** Null of what another service, or another secret, has sealed. */
export const ifOurs = <Opened>(open: () => Opened): Opened | null => {
  try {
    return open()
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}
