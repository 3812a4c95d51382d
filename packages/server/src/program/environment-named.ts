import type { Row } from './listed.ts'
import { NotDeployed } from './not-deployed.ts'
import { firstOf, type PlatformCalls } from './platform-calls.ts'

const namedAs = (name: string): string => `filter[name]=${encodeURIComponent(name)}`

/** The project of a name. Rejects with NotDeployed where there is none, or it may not be seen. */
export const projectNamed = async (calls: PlatformCalls, name: string): Promise<Row<'Project'>> => {
  const found = await firstOf<'Project'>(calls, `projects?${namedAs(name)}`)
  if (found) return found
  throw new NotDeployed(`There is no project ${name} that you may see: charter project list`)
}

/** The same of an environment of it. */
export const environmentNamed = async (
  calls: PlatformCalls,
  project: string,
  name: string,
): Promise<Row<'Environment'>> => {
  const { id } = await projectNamed(calls, project)
  const found = await firstOf<'Environment'>(calls, `environments?filter[projectId]=${id}&${namedAs(name)}`)
  if (found) return found
  throw new NotDeployed(`There is no environment ${name} of ${project}: charter environment ${project}`)
}
