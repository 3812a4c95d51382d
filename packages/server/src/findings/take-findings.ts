import type { Rows } from '@charter/runtime/service'
import { digestOf } from '../blobs/blobs.ts'
import type { Entities, Internal } from '../charter.gen.ts'

type Finding = Entities['Finding']['row']

/** What was found by a machine. */
export interface Found extends Pick<Finding, 'severity' | 'title' | 'text' | 'about'> {
  readonly source: Exclude<Finding['source'], 'person'>
  /** The same text is the same finding of a project. */
  readonly sameBy: string
}

const severities = ['low', 'medium', 'high', 'critical'] as const

/** What is found again may weigh more than it did, and never less until somebody says so. */
const worse = (one: Finding['severity'], other: Finding['severity']): Finding['severity'] =>
  severities.indexOf(one) >= severities.indexOf(other) ? one : other

/** What hooks and steps have to do it with. */
export interface Taking {
  readonly rows: Pick<Rows<Entities>, 'list' | 'create' | 'update'>
  readonly operations: Pick<Internal, 'reopenFinding'>
  readonly now: string
}

export interface Taken {
  readonly new: number
  readonly again: number
}

/** Keeps what was found of a project: what is known is counted, and open again where it was fixed. What was dismissed stays so. */
export const takeFindings = async (
  { rows, operations, now }: Taking,
  { projectId, runId }: { readonly projectId: string; readonly runId: string | null },
  found: readonly Found[],
): Promise<Taken> => {
  let isNew = 0
  const each = new Map(found.map((one) => [digestOf(Buffer.from(`${one.source}\n${one.sameBy}`)), one]))
  for (const [fingerprint, { sameBy: _, ...finding }] of each) {
    const [known] = await rows.list('Finding', { where: { projectId, fingerprint }, limit: 1 })
    if (!known) {
      await rows.create('Finding', { projectId, fingerprint, runId, ...finding })
      isNew++
      continue
    }
    await rows.update(
      'Finding',
      { id: known.id },
      { times: known.times + 1, seenAt: now, runId, severity: worse(known.severity, finding.severity) },
    )
    if (known.state === 'fixed') await operations.reopenFinding({ id: known.id })
  }
  return { new: isNew, again: each.size - isNew }
}
