import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { answeredLast } from './answered-last.ts'

type Deployment = Entities['Deployment']['row']

/** What answers in an environment, or did last, and what is to answer there again. */
export interface Undone {
  readonly undoes: Deployment
  readonly returnsTo: Deployment
}

/** What failed, or was rolled back itself, is nothing to come back to. */
const wereGood = ['replaced', 'stopped'] as const

/** What a rollback takes away, and what it brings back: the release before that one which is another; null where there is none. */
export const answeredBefore = async (
  rows: Pick<Rows<Entities>, 'read' | 'list'>,
  environmentId: string,
): Promise<Undone | null> => {
  const undoes = await answeredLast(rows, environmentId)
  if (!undoes?.healthyAt) return null
  // Who rolls back twice comes to what was before both, and not to what was taken away first.
  const origin = undoes.returnsToId === null ? undoes : await rows.read('Deployment', { id: undoes.returnsToId })
  const [returnsTo] = await rows.list('Deployment', {
    where: {
      environmentId,
      healthyAt: { lt: origin?.healthyAt ?? undoes.healthyAt },
      returnsToId: null,
      releaseId: { ne: undoes.releaseId },
      state: { in: [...wereGood] },
    },
    sort: ['-healthyAt'],
    limit: 1,
  })
  return returnsTo ? { undoes, returnsTo } : null
}
