import { projectNamed } from './environment-named.ts'
import { allOf, type Row } from './listed.ts'
import { NotDeployed } from './not-deployed.ts'
import { firstOf, type PlatformCalls } from './platform-calls.ts'
import { type Going, runOf } from './run-of.ts'

/** A source by the names of its project and its own. */
export interface SourceNamed {
  readonly project: string
  readonly name: string
}

/** Those of a project. Rejects with NotDeployed where there is no such project, or a PlatformRefused. */
export const sourcesOf = async (calls: PlatformCalls, project: string): Promise<readonly Row<'Source'>[]> => {
  const { id } = await projectNamed(calls, project)
  return allOf<'Source'>(calls, `sources?filter[projectId]=${id}&sort=name`)
}

/** The same of one. */
export const sourceNamed = async (calls: PlatformCalls, { project, name }: SourceNamed): Promise<Row<'Source'>> => {
  const { id } = await projectNamed(calls, project)
  const of = `filter[projectId]=${id}&filter[name]=${encodeURIComponent(name)}`
  const found = await firstOf<'Source'>(calls, `sources?${of}`)
  if (found) return found
  throw new NotDeployed(`There is no source ${name} of ${project}: charter source list ${project}`)
}

/** Rejects as `sourcesOf` does. */
export const addSource = async (
  calls: PlatformCalls,
  { project, name, url }: SourceNamed & { readonly url: string },
): Promise<Row<'Source'>> => {
  const { id: projectId } = await projectNamed(calls, project)
  return calls('POST sources', { projectId, name, url })
}

/** Rejects as `sourceNamed` does. */
export const removeSource = async (calls: PlatformCalls, named: SourceNamed): Promise<void> => {
  const { id } = await sourceNamed(calls, named)
  await calls(`DELETE sources/${id}`)
}

type Looked<Result> = (run: Going<Result>) => void
type Tested = NonNullable<Row<'TestSourceJob'>['result']>
type Introspected = NonNullable<Row<'IntrospectSourceJob'>['result']>

/** Whether it is reached, and what is there. Rejects with NotDeployed where it is not. */
export const testSource = async (
  calls: PlatformCalls,
  named: SourceNamed,
  onLook: Looked<Tested>,
): Promise<Going<Tested> & { readonly result: Tested }> => {
  const { id } = await sourceNamed(calls, named)
  return runOf(calls, { start: `POST sources/${id}/test`, kind: 'test-source-jobs', onLook })
}

/** The version that was made of its tables, with what could not be said of them. Rejects with NotDeployed where it is not reached. */
export const introspectSource = async (
  calls: PlatformCalls,
  named: SourceNamed,
  onLook: Looked<Introspected>,
): Promise<{ readonly version: Row<'Version'>; readonly tables: number; readonly lines: readonly string[] }> => {
  const { id } = await sourceNamed(calls, named)
  const { result, lines } = await runOf<Introspected>(calls, {
    start: `POST sources/${id}/introspect`,
    kind: 'introspect-source-jobs',
    onLook,
  })
  return { version: await calls(`GET versions/${result.version}`), tables: result.tables, lines: lines ?? [] }
}

/** What it changed since the newest version that was accepted. Rejects with NotDeployed where it is not reached, or there is none. */
export const compareSource = async (
  calls: PlatformCalls,
  named: SourceNamed,
  onLook: Looked<NonNullable<Row<'CompareSourceJob'>['result']>>,
): Promise<readonly string[]> => {
  const { id } = await sourceNamed(calls, named)
  await runOf(calls, { start: `POST sources/${id}/compare`, kind: 'compare-source-jobs', onLook })
  return (await calls<Row<'Source'>>(`GET sources/${id}`)).drift ?? []
}
