import { allOf, type Row } from './listed.ts'
import { NotDeployed } from './not-deployed.ts'
import { firstOf, type PlatformCalls } from './platform-calls.ts'
import { runOf } from './run-of.ts'
import { ended, isUnderWay, whyNot } from './until-ended.ts'

export interface DeployOptions {
  /** Of the project; it is made where there is none. */
  readonly project: { readonly name: string; readonly title: string }
  /** Of the environment; it is made where there is none. */
  readonly environment: string
  /** It is made also where one is there with a name like it. */
  readonly isNew?: boolean
  /** What a project and an environment are made with where nobody else has to look: on one's own machine. */
  readonly isAlone: boolean
  /** The charter, as one document. */
  readonly text: string
  readonly reason: string
  readonly onStep?: (step: string) => void
}

/** How far it came: it answers, or waits for somebody, and goes on where it was once it is asked for again. */
export type Deployed = (
  | { readonly state: 'healthy'; readonly deployment: Row<'Deployment'>; readonly version: Row<'Version'> }
  /** `deployment`: what has to be let; absent where it is not that which is waited for. */
  | { readonly state: 'waiting'; readonly sentence: string; readonly deployment?: string }
) & {
  /** The environment, where it was made by this. */
  readonly made?: Row<'Environment'>
}

/**
 * Takes a charter as far on its way into an environment as may be done alone: project, version, release, deployment. What is there already
 * of the same text is gone on with. Rejects with NotDeployed, or a PlatformRefused.
 */
export const deployCharter = async (calls: PlatformCalls, options: DeployOptions): Promise<Deployed> => {
  const project = await projectOf(calls, options)
  const known = await knownEnvironment(calls, project, options)
  const environment = known ?? (await makeEnvironment(calls, project, options))
  const deployed = await deployInto(calls, { ...options, project, environment })
  return known ? deployed : { ...deployed, made: environment }
}

interface Into extends Omit<DeployOptions, 'project' | 'environment'> {
  readonly project: Row<'Project'>
  readonly environment: Row<'Environment'>
}

const deployInto = async (calls: PlatformCalls, options: Into): Promise<Deployed> => {
  const { project, environment, text, reason, onStep = () => {} } = options
  onStep('Checking the charter')
  const version = await acceptedOf(calls, project, text)
  if (version.state !== 'accepted')
    return { state: 'waiting', sentence: `Somebody else has to accept version ${version.number} of ${project.name}.` }
  onStep('Generating its release')
  const release = await releaseOf(calls, version)
  onStep('Deploying it')
  const deployment = await deploymentOf(calls, { releaseId: release, environmentId: environment.id, reason })
  if (deployment.state === 'requested')
    return {
      state: 'waiting',
      sentence: `${deployment.approvals} have to let it: ${deployment.id}, of ${deployment.releaseDigest}.`,
      deployment: deployment.id,
    }
  if (deployment.state === 'healthy') return { state: 'healthy', deployment, version }
  throw new NotDeployed(await whyNot(calls, deployment))
}

const projectOf = async (calls: PlatformCalls, { project, isAlone }: DeployOptions): Promise<Row<'Project'>> =>
  (await firstOf<'Project'>(calls, `projects?filter[name]=${project.name}`)) ??
  calls('POST projects', { ...project, ...(isAlone && { isReviewed: false }) })

/** Undefined where none has the name. Rejects with NotDeployed where one has a name like it, and nobody says that it is a new one. */
const knownEnvironment = async (
  calls: PlatformCalls,
  { id, name: project }: Row<'Project'>,
  { environment, isNew = false }: DeployOptions,
): Promise<Row<'Environment'> | undefined> => {
  const all = await allOf<'Environment'>(calls, `environments?filter[projectId]=${id}&sort=name`)
  const found = all.find(({ name }) => name === environment)
  if (found || isNew || all.length === 0) return found
  const names = all.map(({ name }) => name)
  // What reads charters is loaded where it is needed: most commands of a platform do without it.
  const { nearest } = await import('@charter/charter')
  const near = names.find((name) => isShort(name, environment)) ?? nearest(environment, names)
  if (near === undefined) return undefined
  throw new NotDeployed(
    `There is no environment ${environment} of ${project}, and there is ${near}. Say --environment ${near}, or --new to make ${environment}.`,
  )
}

/** Whether one is short for the other: prod, production. */
const isShort = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one))

const makeEnvironment = (
  calls: PlatformCalls,
  { id: projectId }: Row<'Project'>,
  { environment: name, isAlone }: DeployOptions,
): Promise<Row<'Environment'>> => calls('POST environments', { projectId, name, ...(isAlone && { approvals: 0 }) })

/** The newest version where it has this text, else a new one; as far as it may be taken alone. */
const acceptedOf = async (calls: PlatformCalls, project: Row<'Project'>, text: string): Promise<Row<'Version'>> => {
  const newest = await firstOf<'Version'>(calls, `versions?filter[projectId]=${project.id}&sort=-number&limit=1`)
  const isGoneOnWith = newest?.text === text && newest.state !== 'withdrawn'
  const version = isGoneOnWith ? newest : await calls<Row<'Version'>>('POST versions', { projectId: project.id, text })
  const [finding] = version.findings.filter(({ severity }) => severity === 'error')
  if (finding) throw new NotDeployed(`charter.yaml:${finding.line}:${finding.column} ${finding.message}`)
  if (version.state === 'draft') await calls(`POST versions/${version.id}/submit`)
  if (version.state === 'accepted' || project.isReviewed) return calls(`GET versions/${version.id}`)
  return calls(`POST versions/${version.id}/accept`)
}

const releaseOf = async (calls: PlatformCalls, { id }: Row<'Version'>): Promise<string> => {
  const known = await firstOf<'Release'>(calls, `releases?filter[versionId]=${id}&fields=id`)
  if (known) return known.id
  const start = `POST versions/${id}/make-release`
  const { result } = await runOf<{ readonly release: string }>(calls, { start, kind: 'make-release-jobs' })
  return result.release
}

interface NewDeployment {
  readonly releaseId: string
  readonly environmentId: string
  readonly reason: string
}

const deploymentOf = async (calls: PlatformCalls, asked: NewDeployment): Promise<Row<'Deployment'>> => {
  const filter = `filter[releaseId]=${asked.releaseId}&filter[environmentId]=${asked.environmentId}`
  const known = await firstOf<'Deployment'>(calls, `deployments?${filter}&sort=-requestedAt&limit=1`)
  const isThere =
    known !== undefined && (known.state === 'requested' || known.state === 'healthy' || isUnderWay(known.state))
  const deployment = isThere ? known : await calls<Row<'Deployment'>>('POST deployments', asked)
  return deployment.state === 'requested' ? deployment : ended(calls, `deployments/${deployment.id}`)
}
