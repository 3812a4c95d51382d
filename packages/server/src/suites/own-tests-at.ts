import { type Target, TestsEnded } from '@charter/deploy'
import { type RunTests, TestsRefused } from './tests-run.ts'

/** The tests that the service of a release brings along (`npm test`), run where it would be deployed and kept apart as it would be. */
export const ownTestsAt =
  (target: Pick<Target, 'test'>): RunTests =>
  async ({ digest, parts, read }, { signal, timeoutMs }) => {
    if (!target.test) throw new TestsRefused('Where releases of this platform run no tests are run.')
    return target.test({ digest, parts, read }, { signal, timeoutMs }).catch((error: unknown) => {
      throw error instanceof TestsEnded ? new TestsRefused(error.message) : error
    })
  }
