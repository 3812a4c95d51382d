import { type Charter, connectorOf, nearest } from '@charter/charter'
import { connectors } from '@charter/connectors'
import {
  calledOperations,
  doing,
  type EntityModel,
  type FieldModel,
  hasBody,
  isRoute,
  type Json,
  type JsonObject,
  moveAction,
  type OperationModel,
  pathStep,
  type Rule,
  type ServiceModel,
  type StoredAuditEntry,
  whyDenied,
  writtenFields,
} from '@charter/runtime'
import { type RestRoute, rest } from '@charter/styles'
import { allowedSentence, decisionOn, isFor } from './decision.ts'
import { decideIncludes, type IncludeDecision } from './explain-includes.ts'
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
  readonly masked: readonly { readonly field: string; readonly why: string }[]
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
    return await explainRoute({ stage, wanted: databaseOf(charter) }, asked, heldOf(charter, given))
  } finally {
    await stage.close()
  }
}

/** As a service counts them: with the role of whoever is signed in, in the charter's order. */
const heldOf = ({ access }: Charter, given: readonly string[]): readonly string[] => {
  const isHeld = (role: string): boolean => given.includes(role) || role === access.membership?.signedIn
  return access.roles.filter(isHeld)
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
  const spelled = routes.map((route) => `${route.method} ${route.path}`)
  const near = nearest(`${method.toUpperCase()} ${path}`, spelled)
  throw new NoRoute(
    `There is no ${request}. ${near === undefined ? `Routes begin with ${base || '/'}; charter access lists the operations.` : `Did you mean "${near}"?`}`,
  )
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
  roles: readonly string[],
): Promise<Explanation> => {
  const { model } = stage.derived
  const target = entityOf(stage, route)
  const custom = calledOperations(model).find(({ name }) => name === route.operation)
  const action = custom ? custom.name : actionOf(route)
  const { problem, statements, entry } = await rehearse(stage, { route, query }, roles)
  const ofQuery =
    problem && query !== '' && mayBeOfQuery(problem) ? await queryProblem(stage, route, roles, problem) : null
  const said = doing(target?.name ?? null, saidAs(route), target?.plural)
  const { rules: deciding, isEverAllowed } = decisionOn(model.access.rules, {
    entity: target?.name ?? null,
    action,
    roles,
    said,
  })
  const denied = whyDenied(model.access.rules, {
    entity: target?.name ?? null,
    many: target?.plural,
    action,
    principal: { roles },
  })
  const why = ofQuery ? { sentence: sentencesOf(ofQuery), rule: ofQuery.why?.rule } : denied
  const isRefused = problem?.code === 'forbidden' || problem?.code === 'step-up-required'
  // The example's values may be none that the rules allow: others are.
  const isAllowed = !ofQuery && (isEverAllowed || !isRefused)
  const includes = target && (isAllowed || ofQuery) ? decideIncludes(model, target, query, roles) : []
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
    sentence: isAllowed ? allowedSentence(deciding, roles, said) : why.sentence,
    database: stage.database,
    sql,
    notes: [
      ...membershipNotes(model, roles),
      ...personNotes(model, deciding),
      ...moveNotes(model, custom),
      ...rightsNotes(custom),
      ...openNotes(custom),
      ...sessionNotes(model, route),
      ...hookNotes(target, route.operation, custom),
      ...notesOn(sql, includes, { database: stage.database, wanted }),
    ],
    masked:
      target && isAllowed
        ? [
            ...maskedFor(stage, target, roles),
            ...includes.flatMap(({ path, entity }) =>
              maskedFor(stage, entity, roles).map(({ field, why }) => ({ field: `${path}.${field}`, why })),
            ),
          ]
        : [],
    audit: entry ? (audit as Explanation['audit']) : null,
  }
}

/** By what a caller comes to have the roles. */
const membershipNotes = ({ access: { membership } }: ServiceModel, held: readonly string[]): readonly string[] => {
  if (!membership) return []
  const { entity, person, roles, signedIn } = membership
  const ofRows = held.filter((role) => role !== signedIn).map((role) => `\`${role}\``)
  return [
    ...(ofRows.length === 0
      ? []
      : [
          `A caller has ${ofRows.join(' and ')} where a row of ${entity} with their id in \`${person}\` says so (\`${roles.join('.')}\`)${membership.while ? ', and counts (`while`)' : ''}; what a token says of roles counts for nothing.`,
        ]),
    ...(signedIn === undefined
      ? []
      : [
          `Whoever is signed in has \`${signedIn}\`${ofRows.length === 0 ? '' : ' besides'}, a member of an organisation or not.`,
        ]),
  ]
}

/** Whom a condition on who calls means, where the charter says by what a person is known. */
const personNotes = ({ access: { personClaim } }: ServiceModel, deciding: readonly Rule[]): readonly string[] =>
  personClaim !== undefined && deciding.some(({ when }) => asksWho(when))
    ? [
        `\`principal.id\` is the claim \`${personClaim}\`, whoever vouches for it: one person is one, by whatever account they sign in.`,
      ]
    : []

const asksWho = (of: unknown): boolean =>
  typeof of === 'object' &&
  of !== null &&
  (('kind' in of && of.kind === 'principal' && 'name' in of && of.name === 'id') || Object.values(of).some(asksWho))

/** From where to where a move leads, and what it asks, with its line. */
const moveNotes = ({ access }: ServiceModel, operation: OperationModel | undefined): readonly string[] => {
  if (!operation?.move) return []
  const { field, from, to } = operation.move
  const asked = access.rules.find(({ actions }) => actions.includes(moveAction(operation.name)))?.source
  return [
    `It moves \`${field}\` from ${from.map((state) => `\`${state}\``).join(' or ')} to \`${to}\`; from elsewhere it is a conflict.`,
    ...(asked ? [`It asks of the row, whoever the caller is: ${asked.text} (${asked.file}:${asked.line}).`] : []),
  ]
}

/** With whose rights a body reads and writes, which no rule says. */
const rightsNotes = (operation: OperationModel | undefined): readonly string[] => {
  if (!operation || !hasBody(operation)) return []
  return [
    operation.rights === 'service'
      ? 'Its body has the rights of the service (`rights: service`): what it reads and writes, no rule is asked of.'
      : 'Its body has the rights of its caller: what it reads and writes has to be allowed as well, and may be refused.',
  ]
}

/** That nobody is asked who they are, which no rule says. */
const openNotes = (operation: OperationModel | undefined): readonly string[] =>
  operation && isRoute(operation) && operation.route.isOpen
    ? ['Nobody has to sign in (`open: true`): whoever reaches the service may call it, and is nobody to it.']
    : []

/** How else than by a header who calls may be shown, which no rule says. */
const sessionNotes = ({ sessions }: ServiceModel, { method }: RestRoute): readonly string[] =>
  sessions
    ? [
        `A page of the service's own origin may ask it by a cookie (\`access.cookies\`)${method === 'GET' ? '' : '; what does not say that it is one may not'}.`,
      ]
    : []

/** Which code of the service's own a write runs through, that no rule of the charter says. */
const hookNotes = (
  target: EntityModel | undefined,
  id: string,
  operation: OperationModel | undefined,
): readonly string[] => {
  const writes = operation?.move !== undefined || /\.(create|replace|update|delete)$/.test(id)
  if (!target?.hooks || !writes) return []
  const said = target.hooks.map((moment) => `\`${moment}\``).join(', ')
  return [`Code of the service’s own runs around it (hooks of ${target.name}: ${said}); here nothing ran in its place.`]
}

const notesOn = (
  sql: readonly string[],
  includes: readonly IncludeDecision[],
  { database, wanted }: { readonly database: string; readonly wanted: string | undefined },
): readonly string[] => [
  ...(wanted !== undefined && wanted !== database && sql.length > 0
    ? [
        `The charter is for ${wanted}, and DATABASE_URL names no server to try it on: these are the statements for ${database}.`,
      ]
    : []),
  ...(sql.some((each) => each.includes('charter_in_time()'))
    ? ['`random() & 63 OR charter_in_time()` is true of every row: it ends a statement whose time is up.']
    : []),
  ...(sql.some((each) => each.includes('charter_is_text('))
    ? ['`charter_is_text(…)` is true of bytes that are text: SQLite keeps any as text.']
    : []),
  ...(sql.some(isOrderedList)
    ? ['A list selects what it is ordered by once more, as its last columns: the next page begins after them.']
    : []),
  ...(includes.some(({ isEverAllowed }) => isEverAllowed) && sql.length < 2
    ? ['No example row that may be seen leads to what is included, so the statement for it was not made.']
    : []),
]

const isOrderedList = (statement: string): boolean => {
  const columns =
    /^SELECT (.*?) FROM .* ORDER BY .* LIMIT \d+$/s.exec(statement)?.[1]?.match(/t\."(?:[^"]|"")*"/g) ?? []
  return new Set(columns).size < columns.length
}

/** Made for each example row until one is met that it may be done with: the others are not what was asked about. */
const rehearse = async (stage: Stage, { route, query }: AskedRequest, roles: readonly string[]): Promise<Rehearsal> => {
  const count = Math.max(1, stage.rows[route.entity ?? '']?.length ?? 1)
  let rehearsal = await stage.rehearse(requestOf(stage, { route, query }, roles, 0))
  for (let at = 1; at < count && /^(?:not-found|forbidden)$/.test(rehearsal.problem?.code ?? ''); at++) {
    const next = await stage.rehearse(requestOf(stage, { route, query }, roles, at))
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
  roles: readonly string[],
  problem: NonNullable<Rehearsal['problem']>,
): Promise<Rehearsal['problem']> => {
  const plain = (await rehearse(stage, { route, query: '' }, roles)).problem
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

const requestOf = (stage: Stage, { route, query }: AskedRequest, roles: readonly string[], at: number): Rehearsed => {
  const entity = stage.derived.model.entities.find(({ name }) => name === route.entity)
  const row = (entity && stage.rows[entity.name]?.[at]) ?? {}
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => pathStep(row[name] ?? 'none'))
  return {
    method: route.method,
    url: `${path}${query}`,
    ...(route.method !== 'GET' && route.method !== 'DELETE' && { body: bodyOf(route, entity, row) }),
    principal: {
      id: `${roles[0]}@development`,
      roles,
      attributes: stage.attributes,
      tenant: 'tenant-1',
      credential: 'development',
      signIn: { amr: ['mfa'], authTime: Math.floor(Date.now() / 1000) },
    },
  }
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

const maskedFor = ({ derived }: Stage, entity: EntityModel, roles: readonly string[]): Explanation['masked'] =>
  entity.fields.flatMap((field) => {
    if (field.reveal === undefined) return []
    const revealing = derived.model.access.rules.filter(
      (rule) =>
        rule.entity === entity.name && rule.effect === 'permit' && rule.actions.includes(`reveal:${field.reveal}`),
    )
    const own = revealing.filter((rule) => isFor(rule, roles))
    if (own.some((rule) => !rule.when)) return []
    const shape = shapeOf(field)
    if (own.length > 0) return [{ field: field.name, why: `shown where ${own[0]?.source.text}, else ${shape}` }]
    return [
      {
        field: field.name,
        why: `${shape}: reveal "${field.reveal}" is for ${revealing.flatMap(({ roles }) => roles).join(', ') || 'nobody'}`,
      },
    ]
  })

/** What stands in the place of a value that is not revealed, as the runtime puts it there. */
const shapeOf = ({ protect, mask }: FieldModel): string => {
  if (protect?.kind === 'tokenize') return 'shown as its token'
  return mask && mask.kind !== 'hide' ? `shown as its mask (${mask.kind})` : 'null'
}
