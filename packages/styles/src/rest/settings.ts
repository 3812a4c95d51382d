import {
  type Charter,
  type Entity,
  type Location,
  member,
  type Operation,
  type Relation,
  type Setting,
  type StyleSettings,
  settingsOf,
  shapes,
  type Tree,
  textAt,
  textsAt,
} from '@charter/charter'
import { restReporter } from './diagnostics.ts'

/** Where routes stand, and where one stands that a person gave. */
export interface RestSettings {
  /** Below which every route stands; `/` for none. */
  readonly base: string
}

/** `path` below the base, with `:key` parameters. */
export interface RestOverride {
  readonly path?: string
  readonly verb?: string
  /** Only these operations get routes. */
  readonly only?: readonly string[]
}

export const baseOf = (charter: Pick<Charter, 'settings'>): string => settingsOf<RestSettings>(charter, 'rest').base

export const overrideOf = ({ settings }: Pick<Entity | Relation | Operation, 'settings'>): RestOverride | undefined =>
  settings?.rest as RestOverride | undefined

const { text, list, choice, object } = shapes

/** Where none is said the base names the major version, as every style does. */
const base: Setting<RestSettings> = {
  shape: object('`rest`', { base: text }, ['base']),
  read: (tree, { version }) => {
    const usual = `/api/v${Number.parseInt(version, 10) || 0}`
    const written = textAt(tree, 'base') ?? usual
    if (/^\/(?:[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*)?$/.test(written)) return { value: { base: written } }
    const why = `the base \`${written}\` is not a path like \`${usual}\``
    return { value: { base: usual }, diagnostics: badOverride(member(tree, 'base'), why) }
  },
}

const badOverride = (at: Tree | undefined, why: string) => {
  const { report, found } = restReporter()
  if (at) report('bad-override', at, { why })
  return found
}

const override: Setting<RestOverride> = {
  shape: object('a `rest` override', {
    path: text,
    verb: choice('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
    only: list(choice('create', 'read', 'replace', 'update', 'delete', 'list', 'audit')),
  }),
  read: (tree) => ({ value: tree && readOverride(tree) }),
}

const readOverride = (tree: Tree): RestOverride => {
  const [path, verb] = [textAt(tree, 'path'), textAt(tree, 'verb')]
  return {
    ...(path !== undefined && { path }),
    ...(verb !== undefined && { verb }),
    ...(member(tree, 'only') && { only: textsAt(tree, 'only') }),
  }
}

type RestReporter = ReturnType<typeof restReporter>

const checkRoutes = (entity: Entity, reporter: RestReporter): void => {
  const own = overrideOf(entity)
  if (own) checkRoute(own, entity, { place: entity.place, path: `entities.${entity.name}` }, reporter)
  for (const relation of entity.relations) {
    const at = { place: relation.place, path: `entities.${entity.name}.relations.${relation.name}` }
    const told = overrideOf(relation)
    if (told) checkRoute(told, entity, at, reporter)
    const missing = told?.path === undefined ? [] : entity.key.filter((key) => !parametersOf(told.path).includes(key))
    for (const key of missing)
      reporter.report('bad-override', at, { why: `its path needs \`:${key}\`, the key of ${entity.name}` })
  }
}

const segments = /^(?::?[A-Za-z0-9._~-]+)(?:\/:?[A-Za-z0-9._~-]+)*$/

const checkRoute = ({ path }: RestOverride, entity: Entity, at: Location, { report }: RestReporter): void => {
  if (path !== undefined && !segments.test(path))
    report('bad-override', at, {
      why: `\`${path}\` is not a path like \`labs/results\` or \`ehr/:id/records\`, without a leading slash`,
    })
  const unknown = parametersOf(path).filter((name) => !entity.key.includes(name))
  for (const name of unknown)
    report('bad-override', at, {
      why: `\`:${name}\` is not a key field of ${entity.name} (${entity.key.join(', ') || 'it has none'})`,
    })
}

const parametersOf = (path: string | undefined): readonly string[] =>
  [...(path ?? '').matchAll(/:([A-Za-z0-9_]+)/g)].map((match) => match[1] ?? '')

/** `rest: { base }` of a charter; `rest: { path, verb, only }` of an entity, a relation or an operation. */
export const settings: StyleSettings = {
  charter: base,
  entity: override,
  relation: override,
  operation: override,
  check: ({ entities }) => {
    const reporter = restReporter()
    for (const entity of entities) checkRoutes(entity, reporter)
    return reporter.found
  },
}
