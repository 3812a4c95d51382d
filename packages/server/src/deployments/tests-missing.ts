import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import type { ReleaseSigner } from '../releases/release-signer.ts'
import { isRunSigned } from '../releases/run-statement.ts'
import { newestRun } from '../suites/newest-run.ts'
import { isLetBefore } from './approvals-for.ts'

type Deployment = Entities['Deployment']['row']

/** What is to be deployed, and where. */
export interface Demanding {
  readonly environment: Pick<Entities['Environment']['row'], 'name' | 'requires'>
  readonly deployment: Pick<Deployment, 'releaseDigest' | 'settingsDigest'>
  /** What it brings back: it was tested as was asked when it was let. */
  readonly returnsTo: Deployment | null
}

/** What an environment asks that was tested of a release, and was not, or not with success: a sentence each. */
export const testsMissing = async (
  rows: Pick<Rows<Entities>, 'list'>,
  { environment: { name, requires }, deployment, returnsTo }: Demanding,
  signer: Pick<ReleaseSigner, 'isOf'>,
): Promise<readonly string[]> => {
  if (isLetBefore(deployment, returnsTo)) return []
  const missing: string[] = []
  for (const tests of requires) {
    const run = await newestRun(rows, deployment.releaseDigest, tests)
    const asked = `${name} asks that ${tests} passed for this release:`
    if (!run) missing.push(`${asked} no run of it has ended.`)
    else if (run.state === 'queued' || run.state === 'running')
      missing.push(`${asked} its newest run, ${run.id}, has not ended.`)
    else if (run.state !== 'passed') missing.push(`${asked} its newest run, ${run.id}, failed.`)
    else if (!isRunSigned(signer, run)) missing.push(`${asked} its newest run, ${run.id}, is not as it was signed.`)
  }
  return missing
}
