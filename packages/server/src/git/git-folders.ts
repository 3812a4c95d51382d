import { isAbsolute, normalize } from 'node:path'
import { ConfigError } from '@charter/runtime/service'

/**
 * `GIT_FOLDERS`: `/srv/git`, the folder on this machine in which the repositories of each organisation lie, in a folder of its id; null where
 * nothing is pushed. Throws a ConfigError.
 */
export const gitFolders = ({ GIT_FOLDERS = '' }: Readonly<Record<string, string | undefined>>): string | null => {
  if (GIT_FOLDERS === '') return null
  if (isAbsolute(GIT_FOLDERS) && normalize(GIT_FOLDERS) === GIT_FOLDERS) return GIT_FOLDERS
  throw new ConfigError(`GIT_FOLDERS takes the whole path of a folder, like /srv/git, and not "${GIT_FOLDERS}".`)
}
