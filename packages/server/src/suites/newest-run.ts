import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import type { Tests } from './tests-run.ts'

/**
 * The run of some tests that counts for a digest; undefined where there is none. It is the one that ended last, unless one that was begun after
 * that has not ended, or failed: an older success does not stand for it.
 */
export const newestRun = async (
  rows: Pick<Rows<Entities>, 'list'>,
  releaseDigest: string,
  tests: Tests,
): Promise<Entities['Run']['row'] | undefined> => {
  const of = { releaseDigest, tests }
  const [ended] = await rows.list('Run', {
    where: { ...of, state: { in: ['passed', 'failed'] } },
    sort: ['-endedAt'],
    limit: 1,
  })
  const [other] = await rows.list('Run', {
    where: { ...of, state: { in: ['queued', 'running', 'failed'] } },
    sort: ['-startedAt'],
    limit: 1,
  })
  return other && (!ended || Date.parse(other.startedAt) >= Date.parse(ended.startedAt)) ? other : ended
}
