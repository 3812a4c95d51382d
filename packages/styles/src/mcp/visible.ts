import { type Charter, toModel } from '@charter/charter'
import type { EntityModel, OperationModel, ServiceModel } from '@charter/runtime'
import { jsonVisibility, referredTypes, type VisibleEntities, visibleEntities } from '../read/entities.ts'
import { type VisibleMembers, type VisibleType, visibleMembers, visibleType } from '../read/visible.ts'
import { surfaceOf } from './surface.ts'
import type { McpTool } from './transport/surface.ts'

/** What the list of tools can show of a charter: what is approved, with its arguments, and the rows and types that these speak of. */
export interface VisibleMcp {
  readonly title: string
  readonly version: string
  readonly tools: readonly VisibleTool[]
  readonly resources: readonly string[]
  readonly entities: VisibleEntities
  readonly types: Readonly<Record<string, VisibleType>>
}

export interface VisibleTool {
  readonly name: string
  readonly title: string
  readonly isRead: boolean
  readonly isDestructive: boolean
  readonly key: VisibleMembers | undefined
  readonly value: VisibleType | undefined
  /** Names of the other arguments: parts of a selection, conditions, the idempotency key. */
  readonly others: readonly string[]
}

export const visibleMcp = (charter: Charter): VisibleMcp => {
  const model = toModel(charter, [])
  const { tools, resources } = surfaceOf(charter)
  const offers = (entity: string, form: string): boolean =>
    tools.some(({ operation }) => operation === `${entity}.${form}`)
  const answered = tools.flatMap(({ answers, operation }) =>
    answers === undefined || operation.endsWith('.aggregate') ? [] : [answers],
  )
  const entities = visibleEntities(model, answered, offers)
  const visible = tools.map((tool) => {
    const [of = '', form] = tool.operation.split('.')
    const members = isForm(form) ? entities[of]?.[form] : undefined
    return { ...visibleTool(model, tool), ...(members && { value: { kind: 'record', members } as const }) }
  })
  const results = model.operations
    .filter(({ name }) => tools.some(({ operation }) => operation === name))
    .flatMap(({ result }) => (result && 'type' in result ? [visibleType(result.type, jsonVisibility)] : []))
  return {
    title: charter.title,
    version: charter.version,
    tools: visible,
    resources: resources.map(({ uriTemplate }) => uriTemplate),
    entities,
    types: referredTypes([entities, visible, results], model, jsonVisibility),
  }
}

const rowParts = ['fields', 'include']
const pageParts = ['after', 'count', 'fields', 'filter', 'include', 'limit', 'sort']
const writeParts = ['idempotencyKey', 'ifMatch']

const others: Readonly<Record<string, readonly string[]>> = {
  create: [...rowParts, ...writeParts],
  read: rowParts,
  replace: [...rowParts, ...writeParts],
  update: [...rowParts, ...writeParts],
  delete: writeParts,
  list: pageParts,
  audit: ['after', 'limit'],
  aggregate: ['aggregate', 'filter', 'limit'],
}

const isForm = (action = ''): action is 'create' | 'replace' | 'update' =>
  ['create', 'replace', 'update'].includes(action)

const visibleTool = (model: ServiceModel, { name, title, operation, isRead, isDestructive }: McpTool): VisibleTool => {
  const custom = model.operations.find((each) => each.name === operation)
  const [of = '', action = ''] = custom ? [custom.entity ?? ''] : operation.split('.')
  const entity = model.entities.find((each) => each.name === of)
  const hasKey = custom ? custom.hasKey : ['read', 'replace', 'update', 'delete', 'audit'].includes(action)
  return {
    name,
    title,
    isRead,
    isDestructive,
    key: entity && hasKey ? keyOf(entity) : undefined,
    value: custom && inputOf(custom),
    others: [...(custom ? customParts(custom) : (others[action] ?? []))].sort(),
  }
}

const keyOf = ({ key, fields }: EntityModel): VisibleMembers =>
  visibleMembers(
    key
      .flatMap((name) => fields.filter((field) => field.name === name))
      .map(({ name, type }) => ({ name, type, isOptional: false })),
    jsonVisibility,
  )

const inputOf = ({ input }: OperationModel): VisibleType | undefined =>
  input.length > 0 ? { kind: 'record', members: visibleMembers(input, jsonVisibility) } : undefined

const customParts = ({ result, effect }: OperationModel): readonly string[] => [
  ...(result && 'entity' in result ? rowParts : []),
  ...(effect === 'write' ? writeParts : []),
]
