import type { Phase } from '../charter.gen.ts'
import { projectNamed } from './environment-named.ts'
import { allOf, type Row } from './listed.ts'
import type { PlatformCalls } from './platform-calls.ts'

/** A project, and how far it is. */
export interface ProjectSeen {
  readonly project: Row<'Project'>
  readonly phases: readonly Phase[]
}

/** Those that whoever asks may see. Rejects with a PlatformRefused. */
export const projectsOf = (calls: PlatformCalls): Promise<readonly Row<'Project'>[]> =>
  allOf<'Project'>(calls, 'projects?sort=name')

/** Rejects with NotDeployed where there is none of this name, or a PlatformRefused. */
export const projectSeen = async (calls: PlatformCalls, name: string): Promise<ProjectSeen> => {
  const project = await projectNamed(calls, name)
  return { project, phases: await calls(`GET projects/${project.id}/phases`) }
}

/** Whether whoever asks is of this organisation alone: nobody could accept what they write. Rejects with a PlatformRefused. */
export const isOnlyMember = async (calls: PlatformCalls): Promise<boolean> =>
  (await calls<{ readonly items: readonly unknown[] }>('GET members?limit=2')).items.length <= 1

/** Rejects with a PlatformRefused. */
export const createProject = (
  calls: PlatformCalls,
  project: { readonly name: string; readonly title: string; readonly isReviewed: boolean },
): Promise<Row<'Project'>> => calls('POST projects', project)
