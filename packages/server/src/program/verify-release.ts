import type { Row } from './listed.ts'
import type { PlatformCalls } from './platform-calls.ts'
import { runOf } from './run-of.ts'

export interface ReleaseVerified {
  readonly release: Row<'Release'>
  readonly verified: NonNullable<Row<'VerifyReleaseJob'>['result']>
}

/** Has a platform make a release again, and gives what it says of it. Rejects with NotDeployed where that fails, or a PlatformRefused. */
export const verifyRelease = async (calls: PlatformCalls, id: string): Promise<ReleaseVerified> => {
  const path = `releases/${encodeURIComponent(id)}`
  const release = await calls<Row<'Release'>>(`GET ${path}`)
  const { result } = await runOf<ReleaseVerified['verified']>(calls, {
    start: `POST ${path}/verify`,
    kind: 'verify-release-jobs',
  })
  return { release, verified: result }
}
