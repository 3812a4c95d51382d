import type { ExampleDatabase } from '../example-database.ts'
import type { StartWanted } from '../scenario.ts'

const another = '{another-database}'

/** What a scenario wants a service to be told, with the places of databases that are made for it. */
export const startEnvironment = async (
  env: StartWanted['env'],
  database: Pick<ExampleDatabase, 'another'>,
): Promise<StartWanted['env']> => {
  if (!Object.values(env).includes(another)) return env
  const url = await database.another()
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value === another ? url : value]))
}
