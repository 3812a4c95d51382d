import type { Entities } from '../charter.gen.ts'
import type { LocalOwner } from './local-owner.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']
type Run = { readonly id: string; readonly state: string; readonly problem: { readonly detail: string | null } | null }

export interface DeployOptions {
  readonly projectId: string
  readonly environmentId: string
  /** The charter. */
  readonly text: string
  readonly reason: string
  readonly onStep?: (step: string) => void
}

/** It did not come to answer; the message says why. */
export class NotDeployed extends Error {
  override readonly name = 'NotDeployed'
}

/**
 * Takes a charter all the way to an environment that asks nobody: version, release, deployment. Gives it once it answers. Rejects with
 * NotDeployed.
 */
export const deployCharter = async (
  owner: LocalOwner,
  { projectId, environmentId, text, reason, onStep = () => {} }: DeployOptions,
): Promise<Row<'Deployment'>> => {
  onStep('Checking the charter')
  const version = await owner<Row<'Version'>>('POST versions', { projectId, text })
  const [finding] = version.findings
  if (version.errors > 0 && finding) throw new NotDeployed(`${finding.line}:${finding.column} ${finding.message}`)
  await owner(`POST versions/${version.id}/submit`)
  await owner(`POST versions/${version.id}/accept`)
  onStep('Generating its release')
  const making = await owner<Run>(`POST versions/${version.id}/make-release`)
  const made = await ended<Run & { readonly result: { readonly release: string } }>(
    owner,
    `make-release-jobs/${making.id}`,
  )
  if (made.state !== 'done') throw new NotDeployed(made.problem?.detail ?? `Its release was ${made.state}.`)
  onStep('Starting it')
  const asked = { releaseId: made.result.release, environmentId, reason }
  const { id } = await owner<Row<'Deployment'>>('POST deployments', asked)
  const deployment = await ended<Row<'Deployment'>>(owner, `deployments/${id}`)
  if (deployment.state === 'healthy') return deployment
  const [run] = (await owner<{ items: readonly Run[] }>(`GET roll-out-jobs?sort=-queuedAt&limit=1`)).items
  throw new NotDeployed(run?.problem?.detail ?? `It is ${deployment.state}.`)
}

/** While it is in one of these, more comes of itself. */
const underWay: ReadonlySet<string> = new Set(['queued', 'running', 'cancelling', 'requested', 'approved', 'rolling'])
const lookMs = 200

const ended = async <Body extends { readonly state: string }>(owner: LocalOwner, path: string): Promise<Body> => {
  for (;;) {
    const row = await owner<Body>(`GET ${path}`)
    if (!underWay.has(row.state)) return row
    await new Promise((done) => setTimeout(done, lookMs))
  }
}
