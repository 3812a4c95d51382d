import { type Break, type Charter, type Entity, type Field, type Operation, writableOf } from '@charter/charter'
import { calledOperations } from '@charter/runtime'
import { fileSentences } from '../file-sentences.ts'
import { additive, breaking, type Found } from './breaks/found.ts'
import { memberBreaks } from './breaks/member.ts'
import { ownRouteBreaks } from './breaks/own-route.ts'
import { baseOf } from './settings.ts'
import { type RestRoute, surfaceOf } from './surface.ts'

/** Which changes between two charters REST clients notice: paths, fields, types, constraints, limits. */
export const breaks = (before: Charter, after: Charter): readonly Break[] => {
  if (before.serves.includes('rest') && !after.serves.includes('rest'))
    return [breaking(after.name, 'REST is no longer served.')]
  return [
    ...routeBreaks(before, after),
    ...before.entities.flatMap((entity) =>
      entityBreaks(
        entity,
        after.entities.find(({ id }) => id === entity.id),
      ),
    ),
    ...before.operations.flatMap((operation) =>
      operationBreaks(
        operation,
        after.operations.find(({ id }) => id === operation.id),
      ),
    ),
    ...before.routes.flatMap((route) =>
      ownRouteBreaks(
        route,
        after.routes.find(({ id }) => id === route.id),
      ),
    ),
    ...limitBreaks(before, after),
    ...sessionBreaks(before, after),
  ]
}

const routeBreaks = (before: Charter, after: Charter): readonly Found[] => {
  const [baseBefore, baseAfter] = [baseOf(before), baseOf(after)]
  if (baseBefore !== baseAfter) return [breaking(after.name, `Every address moves from ${baseBefore} to ${baseAfter}.`)]
  const known = new Map(surfaceOf(after).routes.map((route) => [identityOf(after, route), route]))
  const old = surfaceOf(before).routes.map((route) => ({ route, identity: identityOf(before, route) }))
  const changed = old.flatMap(({ route, identity }): Found[] => {
    const now = known.get(identity)
    if (!now) return [breaking(route.operation, `${route.method} ${route.path} is gone.`)]
    return now.path === route.path && now.method === route.method
      ? []
      : [breaking(route.operation, `${route.method} ${route.path} becomes ${now.method} ${now.path}.`)]
  })
  const had = new Set(old.map(({ identity }) => identity))
  const added = [...known]
    .filter(([identity]) => !had.has(identity))
    .map(
      ([, { operation, method, path }]): Found => ({
        about: operation,
        sentence: `${method} ${path} is new.`,
        severity: 'additive',
      }),
    )
  return [...changed, ...added]
}

/** A route keeps its identity when names change: by the stable ids of what it is about. */
const identityOf = (charter: Charter, { kind, entity, relation, operation }: RestRoute): string => {
  const owner = charter.entities.find(({ name }) => name === entity)
  const custom = calledOperations(charter).find(({ name }) => name === operation)
  const related = owner?.relations.find(({ name }) => name === relation)
  return [kind, kind === 'operation' || kind === 'own' ? custom?.id : owner?.id, related?.id].join(' ')
}

const entityBreaks = (before: Entity, after: Entity | undefined): readonly Found[] => {
  if (!after) return []
  const relations = before.relations.flatMap((relation) => {
    const now = after.relations.find(({ id }) => id === relation.id)
    if (now?.name === relation.name && now.kind === relation.kind) return []
    return [breaking(`${before.name}.${relation.name}`, `${relation.name} can no longer be included under that name.`)]
  })
  const fields = before.fields.flatMap((field) =>
    fieldBreaks(
      before,
      after,
      field,
      after.fields.find(({ id }) => id === field.id),
    ),
  )
  const added = after.fields
    .filter(({ id }) => !before.fields.some((field) => field.id === id))
    .map((field): Found => {
      const writable = writableOf(field, after)
      const isNeeded = !field.isOptional && !field.default && writable !== 'never'
      const when = writable === 'create' ? 'create' : 'create and replace'
      return isNeeded
        ? breaking(`${after.name}.${field.name}`, `${field.name} is new and must be given on ${when}.`)
        : { about: `${after.name}.${field.name}`, sentence: `${field.name} is new.`, severity: 'additive' }
    })
  return [...keyBreaks(before, after), ...relations, ...fields, ...added]
}

const keyBreaks = (before: Entity, after: Entity): readonly Found[] => {
  const idsOf = ({ key, fields }: Entity) => key.map((name) => fields.find((field) => field.name === name)?.id).join()
  return idsOf(before) === idsOf(after)
    ? []
    : [
        breaking(
          before.name,
          `Rows are found by (${after.key.join(', ')}) and no longer by (${before.key.join(', ')}).`,
        ),
      ]
}

const fieldBreaks = (old: Entity, now: Entity, before: Field, after: Field | undefined): readonly Found[] => {
  const about = `${now.name}.${before.name}`
  if (!after) return [breaking(about, `${before.name} is gone.`)]
  const [was, is] = [writableOf(before, old), writableOf(after, now)]
  return [
    ...memberBreaks(about, before, after, 'both'),
    ...(was !== 'never' && is === 'never' ? [breaking(about, `${before.name} can no longer be written.`)] : []),
    ...(was === 'always' && is === 'create'
      ? [breaking(about, `${before.name} can no longer be changed after create.`)]
      : []),
    ...fileSentences(before, after).map((sentence) => breaking(about, sentence)),
    ...(!before.isUnique && after.isUnique ? [breaking(about, `${before.name} must be unique.`)] : []),
    ...(!before.isWriteOnly && after.isWriteOnly ? [breaking(about, `${before.name} is never told any more.`)] : []),
    ...(before.reveal !== after.reveal && after.reveal
      ? [breaking(about, `${before.name} is masked for who may not reveal ${after.reveal}.`)]
      : []),
  ]
}

const operationBreaks = (before: Operation, after: Operation | undefined): readonly Found[] => {
  if (!after) return []
  const inputs = before.input.flatMap((member) => {
    const about = `${before.name}.${member.name}`
    const now = after.input.find(({ name }) => name === member.name)
    return now ? memberBreaks(about, member, now, 'input') : [breaking(about, `The input ${member.name} is gone.`)]
  })
  const added = after.input
    .filter(
      ({ name, isOptional, default: fallback }) =>
        !isOptional && !fallback && !before.input.some((each) => each.name === name),
    )
    .map(({ name }) => breaking(`${after.name}.${name}`, `The input ${name} is new and must be given.`))
  const isSame = JSON.stringify(before.result) === JSON.stringify(after.result)
  return [...inputs, ...added, ...(isSame ? [] : [breaking(after.name, 'What it answers has changed.')])]
}

const limitBreaks = (before: Charter, after: Charter): readonly Found[] =>
  (['bodyBytesMax', 'pageSizeMax', 'includeDepthMax', 'includeCountMax', 'costMax', 'batchMax'] as const)
    .filter((name) => after.limits[name] < before.limits[name])
    .map((name) =>
      breaking(after.name, `The limit ${name} goes from ${before.limits[name]} down to ${after.limits[name]}.`),
    )

/** Where browsers may sign in by a cookie, whoever signs in otherwise does so as before. */
const sessionBreaks = (before: Charter, after: Charter): readonly Found[] => {
  const [had, has] = [before.access.cookies, after.access.cookies]
  if (had && !has) return [breaking(after.name, 'Browsers sign in by no cookie any more.')]
  if (had && has && had.name !== has.name)
    return [breaking(after.name, 'The sessions of browsers end: their cookie is called otherwise.')]
  if (had && has && has.maxAgeSeconds < had.maxAgeSeconds)
    return [
      breaking(
        after.name,
        `Sessions of browsers last ${has.maxAgeSeconds} seconds, and no longer ${had.maxAgeSeconds}.`,
      ),
    ]
  return !had && has ? [additive(after.name, 'Browsers may sign in by a cookie, on pages of the same origin.')] : []
}
