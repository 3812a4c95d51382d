import type { Entities } from '../charter.gen.ts'
import { NotDeployed } from './not-deployed.ts'
import type { PlatformCalls } from './platform-calls.ts'
import { ended, type Run } from './until-ended.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']

export interface ReleaseVerified {
  readonly release: Row<'Release'>
  readonly verified: NonNullable<Row<'VerifyReleaseJob'>['result']>
}

/** Has a platform make a release again, and gives what it says of it. Rejects with NotDeployed where that fails, or a PlatformRefused. */
export const verifyRelease = async (calls: PlatformCalls, id: string): Promise<ReleaseVerified> => {
  const path = `releases/${encodeURIComponent(id)}`
  const release = await calls<Row<'Release'>>(`GET ${path}`)
  const begun = await calls<Run>(`POST ${path}/verify`)
  const { result, problem, state } = await ended<Row<'VerifyReleaseJob'>>(calls, `verify-release-jobs/${begun.id}`)
  if (result) return { release, verified: result }
  throw new NotDeployed(problem?.detail ?? `Looking at release ${id} was ${state}.`)
}
