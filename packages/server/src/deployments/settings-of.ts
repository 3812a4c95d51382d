import type { Rows } from '@charter/runtime/service'
import { digestOf } from '../blobs/blobs.ts'
import type { Entities, Mark } from '../charter.gen.ts'

/** What a service of an environment is told, and where it may connect to. */
export interface Settings {
  readonly variables: Readonly<Record<string, string>>
  /** `host:port`. */
  readonly reaches: readonly string[]
  /** Each thing of it by name, without a secret in it. */
  readonly marks: readonly Mark[]
  /** Of all of it. */
  readonly digest: string
}

type Environment = Entities['Environment']['row']

/** The settings of an environment as they are now: its own, its secrets, and where the sources of its project are. */
export const settingsOf = async (rows: Pick<Rows<Entities>, 'list'>, environment: Environment): Promise<Settings> => {
  const secrets = await rows.list('Secret', { where: { environmentId: environment.id }, sort: ['name'] })
  const sources = await rows.list('Source', { where: { projectId: environment.projectId }, sort: ['name'] })
  const told = [...environment.variables, ...secrets].map(({ name, value }) => [name, value] as const)
  const reaches = [...environment.reaches, ...sources.flatMap(({ url }) => reachOf(url))]
  const marks = [
    ...environment.variables.map(({ name, value }) => markOf(`variable ${name}`, value)),
    ...secrets.map(({ id, name }) => markOf(`secret ${name}`, id)),
    // A source that was given another address is another one: the address itself is a secret, and its mark is keyed by another.
    ...sources.map(({ id, name, url }) => markOf(`source ${name}`, `${id} ${environment.seal} ${url}`)),
    ...[...new Set(reaches)].map((reach) => markOf(`way to ${reach}`, reach)),
  ]
  return {
    variables: {
      CHARTER_SECRET: environment.seal ?? '',
      ...Object.fromEntries(sources.map(({ name, url }) => [variableOf(name), url])),
      ...Object.fromEntries(told),
    },
    reaches: [...new Set(reaches)],
    marks,
    digest: digestOf(Buffer.from(JSON.stringify(marks))),
  }
}

const markOf = (about: string, text: string): Mark => ({
  about: about.slice(0, 300),
  digest: digestOf(Buffer.from(text)),
})

/** As the charter that was read from a source calls it (sources/look-at.ts). */
export const variableOf = (source: string): string => `${source.toUpperCase()}_URL`

/** Where connectors connect to where a URL says no port. */
const ports: Readonly<Record<string, string>> = {
  'postgres:': '5432',
  'postgresql:': '5432',
  'mysql:': '3306',
  'mariadb:': '3306',
}

const reachOf = (url: string): readonly string[] => {
  const parsed = URL.parse(url)
  const port = parsed?.port || ports[parsed?.protocol ?? '']
  return parsed && parsed.hostname !== '' && port ? [`${parsed.hostname.toLowerCase().replace(/\.$/, '')}:${port}`] : []
}
