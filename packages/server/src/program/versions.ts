import { projectNamed } from './environment-named.ts'
import { allOf, type Row } from './listed.ts'
import { NotDeployed } from './not-deployed.ts'
import { firstOf, type PlatformCalls } from './platform-calls.ts'

/** A version by the name of its project and its number there; left out, the newest. */
export interface VersionNamed {
  readonly project: string
  readonly number?: number
}

/** Those of a project, the newest first, without their texts. Rejects with NotDeployed where there is no such project, or a PlatformRefused. */
export const versionsOf = async (calls: PlatformCalls, project: string): Promise<readonly VersionListed[]> => {
  const { id } = await projectNamed(calls, project)
  return allOf<'Version'>(calls, `versions?filter[projectId]=${id}&sort=-number&fields=${listed.join(',')}`)
}

const listed = ['id', 'number', 'state', 'errors', 'origin', 'note', 'createdBy', 'createdAt', 'digest'] as const

export type VersionListed = Pick<Row<'Version'>, (typeof listed)[number]>

/** The same of one. */
export const versionNamed = async (
  calls: PlatformCalls,
  { project, number }: VersionNamed,
): Promise<Row<'Version'>> => {
  const { id } = await projectNamed(calls, project)
  const which = number === undefined ? 'sort=-number' : `filter[number]=${number}`
  const found = await firstOf<'Version'>(calls, `versions?filter[projectId]=${id}&${which}&limit=1`)
  if (found) return found
  throw new NotDeployed(
    `There is no ${number === undefined ? 'version' : `version ${number}`} of ${project}: charter version list ${project}`,
  )
}

/** Moves it: `submit` has it looked at, `accept` lets it be released, `withdraw` ends it. Rejects as `versionNamed` does. */
export const moveVersion = async (
  calls: PlatformCalls,
  named: VersionNamed,
  move: 'submit' | 'accept' | 'withdraw',
): Promise<Row<'Version'>> => {
  const { id } = await versionNamed(calls, named)
  return calls(`POST versions/${id}/${move}`)
}

/** What a version is drafted of. */
export interface VersionAsked {
  readonly words: string
  /** Of these words alone, though a version is accepted that they could change. */
  readonly fromNothing: boolean
}

/** Makes one of plain words: on the newest accepted one, which its note names, or with what these leave open. Rejects as `versionsOf` does. */
export const draftVersion = async (
  calls: PlatformCalls,
  project: string,
  asked: VersionAsked,
): Promise<Row<'Version'>> => {
  const { id } = await projectNamed(calls, project)
  return calls(`POST projects/${id}/draft-version`, { ...asked })
}

/** What one does to clients, access and data of another of the same project. Rejects as `versionNamed` does. */
export const versionChanges = async (
  calls: PlatformCalls,
  project: string,
  [from, to]: readonly [number, number],
): Promise<readonly string[]> => {
  const before = await versionNamed(calls, { project, number: from })
  const after = await versionNamed(calls, { project, number: to })
  // What reads charters is loaded once two of them are compared.
  const { changesBetween } = await import('../versions/changes.ts')
  return changesBetween(before, after)
}
