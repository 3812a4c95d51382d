import { type Charter, nearest } from '@charter/charter'
import {
  type Call,
  type CallInput,
  type EntityModel,
  type FieldModel,
  type Json,
  type JsonObject,
  type Rule,
  type StoredAuditEntry,
  whyDenied,
  writtenFields,
} from '@charter/runtime'
import { type RestRoute, rest } from '@charter/styles'
import { openStage, type Stage } from './rehearse.ts'

/** Everything that decides one request of one role: for a person who has to believe it. */
export interface Explanation {
  readonly operation: string
  readonly role: string
  readonly isAllowed: boolean
  /** Rules that decide, or the nearest that would allow. */
  readonly rules: readonly {
    readonly id: string
    readonly effect: string
    readonly text: string
    readonly file: string
    readonly line: number
  }[]
  readonly sentence: string
  /** Whose statements `sql` has: the charter's own database, or SQLite where there was no server to make one on. */
  readonly database: string
  /** Every statement, as said to the database. */
  readonly sql: readonly string[]
  readonly masked: readonly { readonly field: string; readonly why: string }[]
  readonly audit: Omit<StoredAuditEntry, 'position'> | null
}

/** Thrown when no route matches; lists those that are near. */
export class NoRoute extends Error {
  override readonly name = 'NoRoute'
}

/** Explains `GET /api/patients` as a role, by making the call on example rows in a throw-away database. Rejects with NoRoute. */
export const explain = async (charter: Charter, request: string, role: string): Promise<Explanation> => {
  const route = findRoute(charter, request)
  const stage = await openStage(charter)
  try {
    return await explainRoute(stage, route, role)
  } finally {
    await stage.close()
  }
}

const findRoute = (charter: Charter, request: string): RestRoute => {
  const { routes } = rest.surface(charter)
  const [method = '', path = ''] = request.trim().split(/\s+/)
  const steps = path.split('?')[0]?.split('/') ?? []
  const found = routes.find((route) => route.method === method.toUpperCase() && isAt(route.path.split('/'), steps))
  if (found) return found
  const spelled = routes.map((route) => `${route.method} ${route.path}`)
  const near = nearest(`${method.toUpperCase()} ${path}`, spelled)
  throw new NoRoute(
    `There is no ${request}. ${near === undefined ? `Routes begin with ${charter.rest.base}; charter access lists the operations.` : `Did you mean "${near}"?`}`,
  )
}

const isAt = (route: readonly string[], steps: readonly string[]): boolean =>
  route.length === steps.length &&
  route.every((step, at) => (step.startsWith(':') ? steps[at] !== '' : step === steps[at]))

const explainRoute = async (stage: Stage, route: RestRoute, role: string): Promise<Explanation> => {
  const { model } = stage.derived
  const target = entityOf(stage, route)
  const custom = model.operations.find(({ name }) => name === route.operation)
  const action = custom ? custom.name : actionOf(route)
  const { outcome, statements, entry } = await stage.rehearse(callOf(stage, route, role))
  const deciding = model.access.rules.filter(
    (rule) =>
      rule.entity === (target?.name ?? null) &&
      rule.actions.includes(action) &&
      (rule.roles.length === 0 || rule.roles.includes(role)),
  )
  const why = whyDenied(model.access.rules, { entity: target?.name ?? null, action, principal: { roles: [role] } })
  const isRefused =
    outcome.kind === 'problem' && (outcome.problem.code === 'forbidden' || outcome.problem.code === 'step-up-required')
  // The example's values may be none that the rules allow: others are.
  const mayEver =
    deciding.some(({ effect }) => effect === 'permit') &&
    !deciding.some(({ effect, isConditional }) => effect === 'forbid' && !isConditional)
  const isAllowed = mayEver || !isRefused
  const { position: _, ...audit } = entry ?? { position: 0 }
  return {
    operation: route.operation,
    role,
    isAllowed,
    rules: isAllowed ? deciding.map(shown) : why.rule ? [{ ...why.rule, effect: 'nearest' }] : [],
    sentence: isAllowed ? sentenceOf(deciding, role, route.operation) : why.sentence,
    database: stage.database,
    sql: statements.filter((sql) => !/_charter_|"charter_state"/.test(sql)),
    masked: target && isAllowed ? maskedFor(stage, target, role) : [],
    audit: entry ? (audit as Explanation['audit']) : null,
  }
}

const actionOf = ({ operation }: RestRoute): string => {
  const action = operation.slice(operation.lastIndexOf('.') + 1)
  return action === 'replace' ? 'update' : action
}

/** The entity whose rows come back: for a nested list, the relation's target. */
const entityOf = ({ derived }: Stage, route: RestRoute): EntityModel | undefined => {
  const name = route.kind === 'operation' ? route.entity : route.operation.split('.')[0]
  return derived.model.entities.find((entity) => entity.name === name)
}

const callOf = (stage: Stage, route: RestRoute, role: string): Call => ({
  operation: route.operation,
  input: inputOf(stage, route),
  principal: {
    id: `${role}@development`,
    roles: [role],
    attributes: stage.attributes,
    tenant: 'tenant-1',
    credential: 'development',
    signIn: { amr: ['mfa'], authTime: Math.floor(Date.now() / 1000) },
  },
  context: { origin: { style: 'rest', address: '127.0.0.1', requestId: 'explain' } },
})

const inputOf = (stage: Stage, route: RestRoute): CallInput => {
  const entity = stage.derived.model.entities.find(({ name }) => name === route.entity)
  const row = entity && stage.rows[entity.name]?.[0]
  if (!entity || !row) return {}
  const keyed = route.keyFields.length > 0 && route.kind !== 'nested' ? { key: pick(row, entity.key) } : {}
  const body =
    route.kind === 'create' || route.kind === 'replace'
      ? {
          value: pick(
            row,
            writtenFields(entity, 'replace').map(({ name }) => name),
          ),
        }
      : route.kind === 'update'
        ? { value: {} }
        : {}
  return { ...keyed, ...body }
}

const pick = (row: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name): [string, Json] => [name, row[name] ?? null]))

const shown = ({ id, effect, source }: Rule): Explanation['rules'][number] => ({
  id,
  effect,
  text: source.text,
  file: source.file,
  line: source.line,
})

const sentenceOf = (deciding: readonly Rule[], role: string, operation: string): string =>
  deciding.some(({ when }) => when !== undefined)
    ? `${role} may do ${operation} on the rows that meet the condition.`
    : `${role} may do ${operation} on every row.`

const maskedFor = ({ derived }: Stage, entity: EntityModel, role: string): Explanation['masked'] =>
  entity.fields.flatMap((field) => {
    if (field.reveal === undefined) return []
    const revealing = derived.model.access.rules.filter(
      (rule) =>
        rule.entity === entity.name && rule.effect === 'permit' && rule.actions.includes(`reveal:${field.reveal}`),
    )
    const own = revealing.filter((rule) => rule.roles.length === 0 || rule.roles.includes(role))
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
