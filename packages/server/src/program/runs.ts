import { projectNamed } from './environment-named.ts'
import { allOf, type Row } from './listed.ts'
import { NotDeployed } from './not-deployed.ts'
import { firstOf, type PlatformCalls } from './platform-calls.ts'
import type { Going } from './run-of.ts'
import { ended } from './until-ended.ts'
import { type VersionNamed, versionNamed } from './versions.ts'

/** A run of tests, with the name of its suite and the number of the version that was tested. */
export interface RunSeen extends Row<'Run'> {
  readonly suite: string
  readonly version: number | null
}

const listedMax = 100

/** Those of a project, the newest first, a hundred at most. Rejects with NotDeployed where there is no such project, or a PlatformRefused. */
export const runsOf = async (calls: PlatformCalls, project: string): Promise<readonly RunSeen[]> => {
  const { id } = await projectNamed(calls, project)
  const { items } = await calls<{ readonly items: readonly Named[] }>(
    `GET runs?filter[projectId]=${id}&sort=-startedAt&limit=${listedMax}&${withNames}`,
  )
  return items.map(seen)
}

/** One of them. Rejects with a PlatformRefused. */
export const runSeen = async (calls: PlatformCalls, id: string): Promise<RunSeen> =>
  seen(await calls<Named>(`GET runs/${encodeURIComponent(id)}?${withNames}`))

/** Ends one that goes on. Rejects with a PlatformRefused. */
export const cancelRun = (calls: PlatformCalls, id: string): Promise<Row<'Run'>> =>
  calls(`POST runs/${encodeURIComponent(id)}/cancel`)

const withNames = 'include=suite,release.version'

type Named = Row<'Run'> & {
  readonly suite: { readonly name: string } | null
  readonly release: { readonly version: { readonly number: number } | null } | null
}

const seen = ({ suite, release, ...run }: Named): RunSeen => ({
  ...run,
  suite: suite?.name ?? run.tests,
  version: release?.version?.number ?? null,
})

export interface TestsAsked extends VersionNamed {
  /** Name of the suite, or what its tests are: `verify`, `ownTests`. */
  readonly suite: string
}

/**
 * Tests the release of a version, and gives the run once it has ended. Rejects with NotDeployed where there is no such release or suite, or a
 * PlatformRefused.
 */
export const testVersion = async (
  calls: PlatformCalls,
  { suite, ...named }: TestsAsked,
  onLook: (run: Going<unknown>) => void,
): Promise<RunSeen> => {
  const release = await releaseOf(calls, named)
  const { id: suiteId } = await suiteNamed(calls, named.project, suite)
  const { id } = await calls<Row<'Run'>>('POST runs', { suiteId, releaseId: release.id })
  const job = await jobOf(calls, id)
  if (job !== null) await ended<Going<unknown>>(calls, `run-tests-jobs/${job}`, onLook)
  await ended<Row<'Run'>>(calls, `runs/${id}`)
  return runSeen(calls, id)
}

/** Of the newest accepted version, where no number is said. */
const releaseOf = async (calls: PlatformCalls, { project, number }: VersionNamed): Promise<Row<'Release'>> => {
  const version =
    number === undefined ? await acceptedOf(calls, project) : await versionNamed(calls, { project, number })
  const release = await firstOf<'Release'>(calls, `releases?filter[versionId]=${version.id}&limit=1`)
  if (release) return release
  throw new NotDeployed(`There is no release of version ${version.number} of ${project} yet: charter deploy makes one.`)
}

const acceptedOf = async (calls: PlatformCalls, project: string): Promise<Row<'Version'>> => {
  const { id } = await projectNamed(calls, project)
  const where = `filter[projectId]=${id}&filter[state]=accepted`
  const version = await firstOf<'Version'>(calls, `versions?${where}&sort=-number&limit=1`)
  if (version) return version
  throw new NotDeployed(`No version of ${project} is accepted yet: charter version list ${project}`)
}

const suiteNamed = async (calls: PlatformCalls, project: string, name: string): Promise<Row<'Suite'>> => {
  const { id } = await projectNamed(calls, project)
  const suites = await allOf<'Suite'>(calls, `suites?filter[projectId]=${id}&sort=name`)
  const found = suites.find((each) => each.name === name) ?? suites.find((each) => each.tests === name)
  if (found) return found
  const there = suites.map((each) => `${each.name} (${each.tests})`).join(', ')
  throw new NotDeployed(`There is no suite ${name} of ${project}. There is: ${there || 'none'}.`)
}

/** The job that does it, which has said how far it is; null where others have begun so many since that it is not found. */
const jobOf = async (calls: PlatformCalls, runId: string): Promise<string | null> => {
  const { items } = await calls<{
    readonly items: readonly { readonly id: string; readonly on: { readonly id: string } | null }[]
  }>('GET run-tests-jobs?sort=-queuedAt&limit=20')
  return items.find(({ on }) => on?.id === runId)?.id ?? null
}
