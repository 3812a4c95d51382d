import { clinicWords, draftCharter } from '@charter/draft'
import type { Entities } from '../charter.gen.ts'
import { deployCharter } from './deploy-charter.ts'
import type { LocalOwner } from './local-owner.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']
type Page<Name extends keyof Entities> = { readonly items: readonly Row<Name>[] }

/** What a new platform of this machine begins with: an organisation, and in it the clinic, deployed. */
export interface Example {
  readonly project: Row<'Project'>
  readonly environment: Row<'Environment'>
  readonly deployment: Row<'Deployment'>
  /** The charter that it is deployed from. */
  readonly version: Row<'Version'>
}

const [organisation, name] = ['local', 'clinic'] as const

/** What is there already is kept as it is; null where somebody stopped it, or took it away. Rejects with NotDeployed. */
export const openExample = async (owner: LocalOwner, onStep: (step: string) => void): Promise<Example | null> => {
  const { items: organisations } = await owner<Page<'Organisation'>>('GET organisations')
  if (organisations.length > 0) return exampleOf(owner)
  await owner('POST organisations', { id: organisation, name: 'This machine' })
  const project = await owner<Row<'Project'>>('POST projects', { name, title: 'Clinic', isReviewed: false })
  const environment = await owner<Row<'Environment'>>('POST environments', {
    projectId: project.id,
    name: 'local',
    approvals: 0,
  })
  await deployCharter(owner, {
    projectId: project.id,
    environmentId: environment.id,
    text: draftCharter(clinicWords, { name }).document,
    reason: 'The example that a platform begins with.',
    onStep,
  })
  return exampleOf(owner)
}

const exampleOf = async (owner: LocalOwner): Promise<Example | null> => {
  const [project] = (await owner<Page<'Project'>>(`GET projects?filter[name]=${name}`)).items
  const [environment] = project
    ? (await owner<Page<'Environment'>>(`GET environments?filter[projectId]=${project.id}`)).items
    : []
  const [deployment] = environment
    ? (await owner<Page<'Deployment'>>(`GET deployments?filter[environmentId]=${environment.id}&filter[state]=healthy`))
        .items
    : []
  if (!project || !environment || !deployment) return null
  const release = await owner<Row<'Release'>>(`GET releases/${deployment.releaseId}`)
  return { project, environment, deployment, version: await owner<Row<'Version'>>(`GET versions/${release.versionId}`) }
}
