import { allOf, type Row } from './listed.ts'
import type { PlatformCalls } from './platform-calls.ts'

/** What whoever lets a deployment looks at. */
export interface ApprovalSeen {
  readonly deployment: Row<'Deployment'>
  readonly project: Row<'Project'>
  readonly environment: Row<'Environment'>
  readonly version: Row<'Version'>
  readonly release: Row<'Release'>
  /** What was said of it until now. */
  readonly given: readonly Row<'Approval'>[]
}

/** Rejects with a PlatformRefused. */
export const approvalOf = async (calls: PlatformCalls, id: string): Promise<ApprovalSeen> => {
  const deployment = await calls<Row<'Deployment'>>(`GET deployments/${encodeURIComponent(id)}`)
  const environment = await calls<Row<'Environment'>>(`GET environments/${deployment.environmentId}`)
  const release = await calls<Row<'Release'>>(`GET releases/${deployment.releaseId}`)
  return {
    deployment,
    environment,
    release,
    project: await calls(`GET projects/${environment.projectId}`),
    version: await calls(`GET versions/${release.versionId}`),
    given: await allOf<'Approval'>(calls, `approvals?filter[deploymentId]=${deployment.id}&sort=givenAt`),
  }
}

/** Where its person says so in a browser, and shows a second factor. */
export const approvingAddress = (platform: string, deployment: string): string => `${platform}/approve/${deployment}`

/** The deployment, once it waits for nobody any more. `wait` rejects where nobody waits for that any more; `onGiven` is told of each that is new. */
export const untilLet = async (
  calls: PlatformCalls,
  { deployment: { id }, given }: ApprovalSeen,
  { wait, onGiven }: { readonly wait: () => Promise<void>; readonly onGiven: (given: Row<'Approval'>) => void },
): Promise<Row<'Deployment'>> => {
  const known = new Set(given.map((each) => each.id))
  for (;;) {
    const now = await approvalOf(calls, id)
    for (const each of now.given.filter((one) => !known.has(one.id))) {
      known.add(each.id)
      onGiven(each)
    }
    if (now.deployment.state !== 'requested') return now.deployment
    await wait()
  }
}
