import type { Random } from '../access/random.ts'

/** What of a charter's document is changed. */
export interface Written {
  sources: Record<string, unknown>
  serves: string[]
  limits?: Record<string, number>
  entities: Record<string, WrittenEntity>
}

interface WrittenEntity {
  key: string | string[]
  fields: Record<string, WrittenField>
  relations?: Record<string, Record<string, unknown>>
  allow?: Record<string, { do: string[]; when?: string }>
  rest?: Record<string, unknown>
  readOnly?: boolean
  softDelete?: string
}

interface WrittenField {
  type: string
  optional?: boolean
  [key: string]: unknown
}

/** Makes one change, and says which; null where the charter has nothing of the kind. What it makes need not be sound. */
type Change = (charter: Written, random: Random) => string | null

const entityOf = ({ entities }: Written, random: Random): readonly [string, WrittenEntity] =>
  random.pick(Object.entries(entities))

const keyOf = ({ key }: WrittenEntity): readonly string[] => [key].flat()

/** One of its members, where it has any. */
const memberOf = <Value>(of: Readonly<Record<string, Value>> = {}, random: Random): readonly [string, Value] | null => {
  const members = Object.entries(of)
  return members.length === 0 ? null : random.pick(members)
}

const types = [
  'text',
  'int32',
  'int64',
  'float64',
  'boolean',
  'date',
  'time',
  'dateTime',
  'instant',
  'duration',
  'uuid',
  'json',
]
const routes = ['create', 'read', 'update', 'replace', 'delete', 'list', 'audit']
const limits: readonly (readonly [string, number])[] = [
  ['pageSizeMax', 1],
  ['pageSizeMax', 3],
  ['pageSizeMax', 1000],
  ['batchMax', 1],
  ['batchMax', 2],
  ['importLinesMax', 1],
  ['countMax', 1],
  ['costMax', 120],
  ['bodyBytesMax', 2048],
  ['aggregateRowsMax', 5],
  ['requestTimeoutMs', 2000],
]

export const changes: readonly Change[] = [
  (charter, random) => {
    const [name, { allow }] = entityOf(charter, random)
    const found = memberOf(allow, random)
    if (!allow || !found) return null
    const [role, rule] = found
    const action = random.pick(rule.do)
    rule.do = rule.do.filter((each) => each !== action)
    if (rule.do.length === 0) delete allow[role]
    return `${role} may not ${action} ${name}`
  },
  (charter, random) => {
    const [name, { allow }] = entityOf(charter, random)
    const found = memberOf(allow, random)
    if (!allow || !found) return null
    delete allow[found[0]]
    return `${found[0]} may nothing with ${name}`
  },
  (charter, random) => {
    const [name, entity] = entityOf(charter, random)
    const found = memberOf(entity.allow, random)
    const field = Object.keys(entity.fields).find((each) => entity.fields[each]?.type === 'text')
    if (!found || field === undefined || entity.fields[field]?.optional) return null
    found[1].when = `resource.${field} == principal.id`
    return `${found[0]} may only where ${name}.${field} is theirs`
  },
  (charter, random) => {
    const [name, entity] = entityOf(charter, random)
    const field: WrittenField = {
      type: random.pick(types),
      ...(random.chance(0.5) && { optional: true }),
      ...(random.chance(0.15) && { immutable: true }),
    }
    entity.fields[`extra${random.int(100)}`] = field
    return `${name} has a ${JSON.stringify(field)}`
  },
  (charter, random) => {
    const [name, entity] = entityOf(charter, random)
    const field = random.pick(Object.keys(entity.fields))
    if (keyOf(entity).includes(field)) return null
    delete entity.fields[field]
    return `${name} has no ${field}`
  },
  (charter, random) => {
    const [name, entity] = entityOf(charter, random)
    const found = memberOf(entity.fields, random)
    const role = memberOf(entity.allow, random)?.[0]
    if (!found || role === undefined || keyOf(entity).includes(found[0])) return null
    found[1].reveal = [role]
    return `${name}.${found[0]} is revealed to ${role}`
  },
  (charter, random) => {
    const [name, { relations }] = entityOf(charter, random)
    const found = memberOf(relations, random)
    if (!relations || !found) return null
    delete relations[found[0]]
    return `${name} does not lead to ${found[0]}`
  },
  (charter, random) => {
    const [name, entity] = entityOf(charter, random)
    const [target] = entityOf(charter, random)
    // Of two that need each other there would never be a first row.
    const names = Object.keys(charter.entities)
    const isOptional = names.indexOf(target) >= names.indexOf(name) || random.chance(0.5)
    entity.relations = {
      ...entity.relations,
      [`link${random.int(100)}`]: { one: target, ...(isOptional && { optional: true }) },
    }
    return `${name} leads to ${isOptional ? 'perhaps ' : ''}one ${target}`
  },
  (charter, random) => {
    charter.serves = ['rest', ...['graphql', 'grpc', 'soap', 'mcp'].filter(() => random.chance(0.5))]
    return `serves ${charter.serves.join(' and ')}`
  },
  (charter, random) => {
    const [limit, value] = random.pick(limits)
    charter.limits = { ...charter.limits, [limit]: value }
    return `${limit} is ${value}`
  },
  (charter, random) => {
    const [name, entity] = entityOf(charter, random)
    entity.readOnly = true
    return `${name} is only read`
  },
  (charter, random) => {
    const [name, entity] = entityOf(charter, random)
    entity.fields.deletedAt = { type: 'instant', optional: true }
    entity.softDelete = 'deletedAt'
    return `${name} is hidden instead of deleted`
  },
  (charter, random) => {
    const [name, entity] = entityOf(charter, random)
    const only = routes.filter(() => random.chance(0.7))
    entity.rest = { ...entity.rest, only }
    return `REST offers of ${name} only ${only.join(', ')}`
  },
]
