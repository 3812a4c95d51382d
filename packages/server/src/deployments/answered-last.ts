import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

type Deployment = Entities['Deployment']['row']

/** What answers in an environment, or did last, in whatever state it is now; null where nothing ever did. */
export const answeredLast = async (
  rows: Pick<Rows<Entities>, 'list'>,
  environmentId: string,
): Promise<Deployment | null> => {
  const [last] = await rows.list('Deployment', {
    where: { environmentId, healthyAt: { isNull: false } },
    sort: ['-healthyAt'],
    limit: 1,
  })
  return last ?? null
}
