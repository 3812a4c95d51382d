import type { Entities } from '../charter.gen.ts'
import { deployCharter } from '../program/deploy-charter.ts'
import { firstOf, type PlatformCalls } from '../program/platform-calls.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']

/** What a new platform of this machine begins with: an organisation, and in it the clinic, deployed. */
export interface Example {
  readonly project: Row<'Project'>
  readonly environment: Row<'Environment'>
  readonly deployment: Row<'Deployment'>
  /** The charter that it is deployed from. */
  readonly version: Row<'Version'>
}

const name = 'clinic'

/** What is there already is kept as it is; null where somebody stopped it, or took it away. Rejects with NotDeployed. */
export const openExample = async (calls: PlatformCalls, onStep: (step: string) => void): Promise<Example | null> => {
  if (!(await firstOf<'Organisation'>(calls, 'organisations'))) {
    const { clinicWords, draftCharter } = await import('@charter/draft')
    await calls('POST organisations', { id: 'local', name: 'This machine' })
    await deployCharter(calls, {
      project: { name, title: 'Clinic' },
      environment: 'local',
      isAlone: true,
      text: draftCharter(clinicWords, { name }).document,
      reason: 'The example that a platform begins with.',
      onStep,
    })
  }
  return exampleOf(calls)
}

const exampleOf = async (calls: PlatformCalls): Promise<Example | null> => {
  const project = await firstOf<'Project'>(calls, `projects?filter[name]=${name}`)
  const environment = project && (await firstOf<'Environment'>(calls, `environments?filter[projectId]=${project.id}`))
  const deployment =
    environment &&
    (await firstOf<'Deployment'>(calls, `deployments?filter[environmentId]=${environment.id}&filter[state]=healthy`))
  if (!deployment) return null
  const release = await calls<Row<'Release'>>(`GET releases/${deployment.releaseId}`)
  return { project, environment, deployment, version: await calls(`GET versions/${release.versionId}`) }
}
