import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@charter/runtime'
import { fromEnvironment } from '@charter/runtime/service'
import { type PeopleFiles, peopleFilesIn } from './people/file-people.ts'

/** Where rows lie that were moved: nobody opens them by this name. */
export const movedFile = (folder: string): string => join(folder, 'platform-moved.db')

/** Where people lay that were moved. */
export const movedPeople = (folder: string): PeopleFiles => ({
  people: join(folder, 'people-moved.db'),
  links: join(folder, 'people-links-moved.db'),
})

/** Throws a ConfigError where a platform's rows lie in PostgreSQL and its people in its folder still: there would be nobody. */
export const requireItsPeople = (folder: string): void => {
  if (!existsSync(peopleFilesIn(folder).people)) return
  throw new ConfigError(
    'The people of this platform lie in its folder, and its rows in PostgreSQL: end it, and run `charter platform move env:DATABASE_URL`, which takes them there.',
  )
}

/** Throws a ConfigError where a platform's rows were moved, and nobody says to where: it would begin with none. */
export const requireItsRows = (folder: string, env: Readonly<Record<string, string | undefined>>): void => {
  if (fromEnvironment(env, 'DATABASE_URL') || !existsSync(movedFile(folder))) return
  throw new ConfigError(
    `The rows of this platform were moved to PostgreSQL: set DATABASE_URL. As they were then they lie in ${movedFile(folder)}.`,
  )
}
