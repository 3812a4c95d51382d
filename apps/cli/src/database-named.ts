import { EnvironmentFault } from './command.ts'

export interface DatabaseNamed {
  readonly url: string
  /** The variable that holds the URL, which the charter then names too. */
  readonly environment?: string
}

/** The database that a word of a line names: a file, a URL, or `env:NAME`. Throws an EnvironmentFault. */
export const databaseNamed = (word: string): DatabaseNamed => {
  const environment = /^env:(\w+)$/.exec(word)?.[1]
  if (environment === undefined) return { url: word }
  const url = process.env[environment]
  if (!url) throw new EnvironmentFault(`The environment has no ${environment}. Set it to the URL of the database.`)
  return { url, environment }
}
