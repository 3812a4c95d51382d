import { type Charter, connectorOf, nearest } from '@charter/charter'
import { connectors } from '@charter/connectors'
import {
  calledOperations,
  doing,
  type EntityModel,
  isRoute,
  type Json,
  type JsonObject,
  type OperationModel,
  pathStep,
  type Rule,
  type StoredAuditEntry,
  writtenFields,
} from '@charter/runtime'
import { type RestRoute, rest } from '@charter/styles'
import { decisionOn } from './decision.ts'
import { decideIncludes } from './explain-includes.ts'
import { type MaskedField, maskedFor } from './explain-masked.ts'
import { notesOfCall, notesOn } from './explain-notes.ts'
import type { Known } from './outcomes.ts'
import { openStage, type Rehearsal, type Rehearsed, type Stage } from './rehearse.ts'

/** Everything that decides one request of somebody who holds roles: for a person who has to believe it. */
export interface Explanation {
  readonly operation: string
  /** All that count: those that were asked about, and the one that whoever is signed in holds besides. */
  readonly roles: readonly string[]
  readonly isAllowed: boolean
  /** Rules that decide, or the nearest that would allow. */
  readonly rules: readonly ShownRule[]
  readonly sentence: string
  /** What decides the rows that each include of the query adds. */
  readonly includes: readonly {
    readonly path: string
    readonly isAllowed: boolean
    readonly sentence: string
    readonly rules: readonly ShownRule[]
  }[]
  /** Whose statements `sql` has: the charter's own database, or SQLite where there was no server to make one on. */
  readonly database: string
  /** Every statement, as said to the database. */
  readonly sql: readonly string[]
  /** What a reader of the statements has to know. */
  readonly notes: readonly string[]
  readonly masked: readonly MaskedField[]
  readonly audit: Omit<StoredAuditEntry, 'position'> | null
}

interface ShownRule {
  readonly id: string
  readonly effect: string
  readonly text: string
  readonly file: string
  readonly line: number
}

/** Thrown when no route matches; lists those that are near. */
export class NoRoute extends Error {
  override readonly name = 'NoRoute'
}

/**
 * Explains `GET /api/patients?include=records` as somebody who holds all of these roles, by making the request on example rows in a
 * throw-away database: whatever the service would say of the query is said. Rejects with NoRoute.
 */
export const explain = async (
  charter: Charter,
  request: string,
  given: readonly [string, ...(readonly string[])],
): Promise<Explanation> => {
  const asked = findRoute(charter, request)
  const stage = await openStage(charter)
  try {
    const roles = heldOf(charter, given)
    const isMember = roles.some((role) => role !== charter.access.membership?.signedIn)
    return await explainRoute({ stage, wanted: databaseOf(charter) }, asked, { roles, as: given[0], isMember })
  } finally {
    await stage.close()
  }
}

/** As a service counts them: with the role of whoever is signed in, in the charter's order. */
const heldOf = ({ access }: Charter, given: readonly string[]): readonly string[] => {
  const isHeld = (role: string): boolean => given.includes(role) || role === access.membership?.signedIn
  return access.roles.filter(isHeld)
}

/** Who asks: all roles that they hold, the one that was asked about first, and whether they belong to an organisation by any of them. */
interface Asking {
  readonly roles: readonly string[]
  readonly as: string
  readonly isMember: boolean
}

/** Title of the charter's own kind of database. */
const databaseOf = ({ sources: [source] }: Charter): string | undefined =>
  source && connectorOf(source, connectors)?.title

/** A request as it was asked about: its route, and its query with the question mark. */
interface AskedRequest {
  readonly route: RestRoute
  readonly query: string
}

const findRoute = (charter: Charter, request: string): AskedRequest => {
  const { base, routes } = rest.surface(charter)
  const [, method = '', path = '', query = ''] = /^\s*(\S*)\s*([^?\s]*)(.*?)\s*$/s.exec(request) ?? []
  const steps = path.split('/')
  const found = routes.find((route) => route.method === method.toUpperCase() && isAt(route.path.split('/'), steps))
  // Spaces are typed as they are, and sent as an address has them.
  if (found) return { route: found, query: query.trim().replaceAll(/\s/g, '%20') }
  const ofFile = fileAt(charter, method.toUpperCase(), steps)
  if (ofFile) return ofFile
  const hidden = internalAt(charter, method.toUpperCase(), steps)
  if (hidden !== undefined)
    throw new NoRoute(
      `There is no ${request} for clients: \`${hidden}\` is internal, and code of the service’s own makes it.`,
    )
  const spelled = routes.map((route) => `${route.method} ${route.path}`)
  const near = nearest(`${method.toUpperCase()} ${path}`, spelled)
  throw new NoRoute(
    `There is no ${request}. ${near === undefined ? `Routes begin with ${base || '/'}; charter access lists the operations.` : `Did you mean "${near}"?`}`,
  )
}

/** Who may read a row reads its files, and who may update it sends them. */
const fileAt = (charter: Charter, method: string, steps: readonly string[]): AskedRequest | undefined => {
  const { routes, files = [] } = rest.surface(charter)
  const file = files.find(({ path }) => isAt(path.split('/'), steps))
  const kind = method === 'GET' ? 'read' : 'update'
  if (!file || !['GET', 'PUT', 'POST', 'DELETE'].includes(method)) return undefined
  const route = routes.find((each) => each.kind === kind && each.entity === file.entity)
  return route && { route, query: kind === 'read' ? `?fields=${file.field}` : '' }
}

/** The internal operation that would be there, were it not internal. */
const internalAt = (charter: Charter, method: string, steps: readonly string[]): string | undefined => {
  const shown = rest.surface({ ...charter, operations: charter.internal, internal: [] }).routes
  return shown.find(
    (route) =>
      route.method === method &&
      isAt(route.path.split('/'), steps) &&
      charter.internal.some(({ name }) => name === route.operation),
  )?.operation
}

const isAt = (route: readonly string[], steps: readonly string[]): boolean =>
  route.length === steps.length &&
  route.every((step, at) => (step.startsWith(':') ? steps[at] !== '' : step === steps[at]))

interface ExplainRequest {
  readonly stage: Stage
  readonly wanted: string | undefined
}

const explainRoute = async (
  { stage, wanted }: ExplainRequest,
  { route, query }: AskedRequest,
  asking: Asking,
): Promise<Explanation> => {
  const { model } = stage.derived
  const { roles } = asking
  const known: Known = { roles, nowMs: Date.now() }
  const target = entityOf(stage, route)
  const custom = calledOperations(model).find(({ name }) => name === route.operation)
  const action = custom ? custom.name : actionOf(route)
  const { problem, statements, entry } = await rehearse(stage, { route, query }, asking)
  const ofQuery =
    problem && query !== '' && mayBeOfQuery(problem) ? await queryProblem(stage, route, asking, problem) : null
  const said = doing(target?.name ?? null, saidAs(route), target?.plural)
  const asked = { entity: target?.name ?? null, many: target?.plural, action, said, ...known }
  const { rules: deciding, isEverAllowed, sentence, nearest: nearestRule } = decisionOn(model.access.rules, asked)
  const ofCaller = outsideProblem(target, asking, problem)
  const why = ofQuery
    ? { sentence: sentencesOf(ofQuery), rule: ofQuery.why?.rule }
    : ofCaller
      ? { sentence: sentencesOf(ofCaller), rule: undefined }
      : { sentence, rule: nearestRule }
  // The example's values may be none that the rules allow: others are. Of an open operation no rule is asked.
  const isAllowed = !ofQuery && !ofCaller && (isEverAllowed || isOpen(custom))
  const includes = target && (isAllowed || ofQuery) ? decideIncludes(model, target, query, known) : []
  const sql = statements.filter((each) => !/_charter_|"charter_state"|^SELECT last_insert_rowid\(\)/.test(each))
  const { position: _, ...audit } = entry ?? { position: 0 }
  return {
    operation: route.operation,
    roles,
    isAllowed,
    includes: includes.map(({ path, isEverAllowed, sentence, rules, nearest }) => ({
      path,
      isAllowed: isEverAllowed,
      sentence,
      rules: nearest ? [{ ...nearest, effect: 'nearest' }] : rules.map(shown),
    })),
    rules: isAllowed ? deciding.map(shown) : why.rule ? [{ ...why.rule, effect: 'nearest' }] : [],
    sentence: isAllowed && isEverAllowed ? sentence : isAllowed ? `${asking.as} may ${said}.` : why.sentence,
    database: stage.database,
    sql,
    notes: [
      ...notesOfCall({ model, route, target, custom, asked, deciding }),
      ...(isAllowed || problem ? [] : ['The request itself is answered, without any row.']),
      ...notesOn(sql, includes, { database: stage.database, wanted }),
    ],
    masked:
      target && isAllowed
        ? [
            ...maskedFor(model.access.rules, target, known),
            ...includes.flatMap(({ path, entity }) =>
              maskedFor(model.access.rules, entity, known).map(({ field, why }) => ({
                field: `${path}.${field}`,
                why,
              })),
            ),
          ]
        : [],
    audit: entry ? (audit as Explanation['audit']) : null,
  }
}

const isOpen = (operation: OperationModel | undefined): boolean =>
  operation !== undefined && isRoute(operation) && operation.route.isOpen === true

/** What comes from belonging nowhere: rows of a tenant are nobody's who has none. */
const outsideProblem = (
  target: EntityModel | undefined,
  { isMember }: Asking,
  problem: Rehearsal['problem'],
): Rehearsal['problem'] =>
  !isMember && target?.tenantField !== undefined && problem?.code === 'forbidden' ? problem : null

/** Made for each example row until one is met that it may be done with: the others are not what was asked about. */
const rehearse = async (stage: Stage, { route, query }: AskedRequest, asking: Asking): Promise<Rehearsal> => {
  const count = Math.max(1, stage.rows[route.entity ?? '']?.length ?? 1)
  let rehearsal = await stage.rehearse(requestOf(stage, { route, query }, asking, 0))
  for (let at = 1; at < count && /^(?:not-found|forbidden)$/.test(rehearsal.problem?.code ?? ''); at++) {
    const next = await stage.rehearse(requestOf(stage, { route, query }, asking, at))
    if (next.problem === null) rehearsal = next
  }
  return rehearsal
}

/** A row that is not there is the example's fault, a body that is not written yet nobody's. */
const mayBeOfQuery = ({ code, status }: NonNullable<Rehearsal['problem']>): boolean =>
  status < 500 && code !== 'not-found'

/** The problem where the query makes it: without the query there is none, or another. */
const queryProblem = async (
  stage: Stage,
  route: RestRoute,
  asking: Asking,
  problem: NonNullable<Rehearsal['problem']>,
): Promise<Rehearsal['problem']> => {
  const plain = (await rehearse(stage, { route, query: '' }, asking)).problem
  const said = ({ code, detail, errors }: NonNullable<Rehearsal['problem']>) => JSON.stringify([code, detail, errors])
  return plain && said(plain) === said(problem) ? null : problem
}

const sentencesOf = ({ detail, errors = [] }: NonNullable<Rehearsal['problem']>): string =>
  [detail ?? '', ...errors.map(({ path, message }) => `${path}: ${message}`)].join(' ').trim()

/** PUT is ruled as a change, and said as what it is. */
const saidAs = ({ operation }: RestRoute): string => operation.slice(operation.lastIndexOf('.') + 1)

const actionOf = ({ operation }: RestRoute): string => {
  const action = operation.slice(operation.lastIndexOf('.') + 1)
  return action === 'replace' ? 'update' : action
}

/** The entity whose rows come back: for a nested list, the relation's target. */
const entityOf = ({ derived }: Stage, route: RestRoute): EntityModel | undefined => {
  const name = route.kind === 'operation' || route.kind === 'own' ? route.entity : route.operation.split('.')[0]
  return derived.model.entities.find((entity) => entity.name === name)
}

const requestOf = (
  stage: Stage,
  { route, query }: AskedRequest,
  { roles, as, isMember }: Asking,
  at: number,
): Rehearsed => {
  const entity = stage.derived.model.entities.find(({ name }) => name === route.entity)
  const row = (entity && stage.rows[entity.name]?.[at]) ?? {}
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => pathStep(row[name] ?? 'none'))
  return {
    method: route.method,
    url: `${path}${query}`,
    ...(route.method !== 'GET' && route.method !== 'DELETE' && { body: bodyOf(route, entity, row) }),
    principal: {
      id: `${as}@development`,
      roles,
      attributes: isMember ? stage.attributes : withoutMembers(stage),
      ...(isMember && { tenant: 'tenant-1' }),
      credential: 'development',
      signIn: { amr: ['mfa'], authTime: Math.floor(Date.now() / 1000) },
    },
  }
}

/** Whoever belongs nowhere has nothing of a member's row. */
const withoutMembers = ({ attributes, derived }: Stage): JsonObject => {
  const ofMembers = derived.model.access.principal.filter(({ member }) => member !== undefined)
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !ofMembers.some((attribute) => attribute.name === name)),
  )
}

const bodyOf = ({ kind }: RestRoute, entity: EntityModel | undefined, row: JsonObject): Json =>
  entity && (kind === 'create' || kind === 'replace')
    ? pick(
        row,
        writtenFields(entity, 'replace').map(({ name }) => name),
      )
    : {}

const pick = (row: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name): [string, Json] => [name, row[name] ?? null]))

const shown = ({ id, effect, source }: Rule): Explanation['rules'][number] => ({
  id,
  effect,
  text: source.text,
  file: source.file,
  line: source.line,
})
