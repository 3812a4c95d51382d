import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** A run is of a suite and a release of one project, and begins by itself. */
export const runHooks: DeclaredHooks<Entities, 'Run', 'before' | 'after'> = {
  before: async ({ action, row }, { rows, refuse }) => {
    if (action !== 'create' || !row) return
    const suite = await rows.read('Suite', { id: row.suiteId })
    const release = await rows.read('Release', { id: row.releaseId })
    const version = release && (await rows.read('Version', { id: release.versionId }))
    if (!suite || !release || !version) return
    if (suite.projectId !== version.projectId) refuse('/suiteId', 'This suite is of another project than the release.')
    return { projectId: suite.projectId, tests: suite.tests, releaseDigest: release.digest }
  },
  after: async ({ action, row }, { operations }) => {
    if (action === 'create' && row) await operations.runTests({ id: row.id })
  },
}
