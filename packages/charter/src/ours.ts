import type { Charter, Entity, Source } from './charter.ts'

/** Whether the service's state lies in the database of a source, so that one transaction holds rows and state: in one of somebody else's where the charter says `state: source`. */
export const isStateWith = ({ state }: Pick<Charter, 'state'>, { kind }: Pick<Source, 'kind'>): boolean =>
  state === 'source' || (kind === 'own' && state === undefined)

/** Whether the engine keeps what is its own in it: runs of a job, webhooks. */
export const isOfEngine = ({ job, isBuiltIn }: Entity): boolean => job !== undefined || isBuiltIn === true

/** Whether that is so over a database of somebody else's that holds the state: then its table lies with the state's, and is ours. */
export const isKeptWithState = (charter: Charter, entity: Entity): boolean => {
  const source = sourceOf(charter, entity)
  return isOfEngine(entity) && source?.kind === 'url' && isStateWith(charter, source)
}

/** Whether the entity's table is ours to make and to change. */
export const isOurs = (charter: Charter, entity: Entity): boolean =>
  sourceOf(charter, entity)?.kind === 'own' || isKeptWithState(charter, entity)

/** Why nothing of an entity's rows can go on past its call, and what to write so that it can; null where state lies with them. */
export const stateApart = (charter: Charter, entity: Entity): string | null => {
  const source = sourceOf(charter, entity)
  if (!source || isStateWith(charter, source)) return null
  const todo =
    source.kind === 'own'
      ? 'leave `state` out, so that it lies in the service’s own database'
      : 'write `state: source` and start with `--allow-ddl`, so that it lies in that database, in tables of its own'
  return `the service’s state, which has to be in one transaction with its rows, lies apart from the source \`${source.name}\`: ${todo}`
}

export const sourceOf = ({ sources }: Charter, { source }: Entity): Source | undefined =>
  sources.find(({ name }) => name === source)
