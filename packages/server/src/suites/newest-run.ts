import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import type { Tests } from './tests-run.ts'

/** The run of some tests that ended last for a digest, with success or without; undefined where none has. */
export const newestRun = async (
  rows: Pick<Rows<Entities>, 'list'>,
  releaseDigest: string,
  tests: Tests,
): Promise<Entities['Run']['row'] | undefined> => {
  const where = { releaseDigest, tests, state: { in: ['passed', 'failed'] } } as const
  return (await rows.list('Run', { where, sort: ['-endedAt'], limit: 1 }))[0]
}
