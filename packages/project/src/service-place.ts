import { join, resolve } from 'node:path'
import { type Environment, fromEnvironment } from '@charter/runtime/service'
import { type Derived, databaseUrlOf } from '@charter/service'
import { dataFolderOf, placeIn } from './inside.ts'

/** Where a service keeps its rows, its keys and its logs. */
export interface ServicePlace {
  readonly dataFolder: string
  readonly databaseUrl: string
}

/**
 * Where the service of a project is that would be started with this environment: `DATABASE_URL` and `CHARTER_DATA` mean to a command
 * what they mean to the service. Throws a ProblemError (`unavailable`) whose cause says what to set.
 */
export const servicePlace = (derived: Derived, folder: string, env: Environment): ServicePlace => {
  const dataFolder = env.CHARTER_DATA ?? dataFolderOf(folder)
  const own = derived.source.kind === 'own' ? fromEnvironment(env, 'DATABASE_URL') : undefined
  // A server is named for other services, and for databases that are thrown away.
  const isFile = own !== undefined && !/^(?!file:)[a-z]+:\/\//i.test(own)
  return { dataFolder, databaseUrl: isFile ? own : urlIn(derived, folder, { dataFolder, env }) }
}

/** Where a database is, seen from anywhere: a charter tells a file relative to itself. Throws as `databaseUrlOf`. */
export const urlIn = (
  derived: Derived,
  folder: string,
  { dataFolder = folder, env = process.env }: { readonly dataFolder?: string; readonly env?: Environment } = {},
): string => {
  const url = databaseUrlOf(derived, dataFolder, env)
  return derived.source.kind === 'url' && derived.source.environment === undefined
    ? url.replace(/^(file|sqlite):(?!\/)/, (_, scheme: string) => `${scheme}:${resolve(folder)}/`)
    : url
}

/** The key that signs the development tokens of a service. */
export const developmentKeyOf = (folder: string, env: Environment): string =>
  env.CHARTER_DATA === undefined
    ? placeIn(folder, '.charter/data/keys/development.pem')
    : join(env.CHARTER_DATA, 'keys', 'development.pem')
