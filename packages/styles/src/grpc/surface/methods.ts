import { type Entity, type Operation, offersOf } from '@charter/charter'
import type { FieldPlan, MethodKind, MethodPlan } from '../transport/surface.ts'
import { type EntityNames, pageEnd, pageSelection, rowSelection } from './entity.ts'
import { addAuditEntry, addChangeKind } from './shared.ts'
import { pascalCase, snakeCase } from './spelling.ts'
import { fieldNames, fixed, type SurfaceDraft } from './surface-draft.ts'
import { memberFields, wireType } from './types.ts'

const text = { kind: 'string' } as const
const message = (of: string) => ({ kind: 'message', of }) as const

/** RFC 6901 pointers at members that are null, which a field that is not there cannot say. */
const nullPaths = fixed(21, 'null_paths', 'nulls', text, 'repeated')
export const etag = fixed(20, 'etag', 'etag', text)

/** The methods of an entity's service, with their messages. */
export const entityMethods = (
  building: SurfaceDraft,
  entity: Entity,
  { one, many }: EntityNames,
): readonly MethodPlan[] => {
  const hasRelations = entity.relations.length > 0
  const offered = offersOf(entity)
  const isOffered = (kind: MethodKind): boolean =>
    kind === 'aggregate' || kind === 'stream' || kind === 'changes'
      ? offered.includes('list') && (kind !== 'changes' || entity.key.length > 0)
      : offered.some((each) => each === kind) && (entity.key.length > 0 || kind === 'list' || kind === 'create')
  const [single, plural] = resourceNames(entity)
  const key = fixed(1, 'key', 'key', message(`${one}Key`))
  const row = fixed(1, single, 'row', message(one))
  const body = fixed(2, single, 'value', message(one))
  const selected = rowSelection(one, hasRelations)
  const pages = pageSelection(one, hasRelations)
  const rows = [fixed(1, plural, 'items', message(one), 'repeated'), ...pageEnd(building)]
  const methods: readonly (readonly [MethodKind, string, readonly FieldPlan[], readonly FieldPlan[]])[] = [
    ['read', `Get${one}`, [key, ...selected], [row, etag]],
    ['list', `List${many}`, pages, rows],
    [
      'stream',
      `List${many}Stream`,
      pages.filter(({ member }) => member !== 'count'),
      rows.filter(({ member }) => member !== 'count'),
    ],
    ['create', `Create${one}`, [body, ...selected, nullPaths], [row, etag]],
    ['replace', `Replace${one}`, [key, body, ...selected, etag, nullPaths], [row, etag]],
    [
      'update',
      `Update${one}`,
      [key, body, fixed(3, 'update_mask', 'mask', { kind: 'mask', of: one }), ...selected, etag, nullPaths],
      [row, etag],
    ],
    ['delete', `Delete${one}`, [key, etag], []],
    [
      'audit',
      `List${one}AuditEntries`,
      [key, fixed(2, 'page_size', 'limit', { kind: 'int32' }), fixed(3, 'page_token', 'after', text)],
      [
        fixed(1, 'audit_entries', 'items', message(addAuditEntry(building)), 'repeated'),
        fixed(2, 'next_page_token', 'next', text),
      ],
    ],
    ['aggregate', `Aggregate${many}`, aggregateRequest(one), aggregateResponse(building, one)],
    ['changes', `Watch${many}`, changesRequest(one, hasRelations), changesResponse(building, one, single)],
  ]
  return methods
    .filter(([kind]) => isOffered(kind))
    .map(([kind, name, request, response]) => {
      const plan = addMethod(building, name, request, response)
      const isStream = kind === 'stream' || kind === 'changes'
      return {
        ...plan,
        kind,
        operation: `${entity.name}.${kind === 'stream' ? 'list' : kind}`,
        ...(kind === 'delete' || kind === 'audit' ? {} : { row: one }),
        ...(isStream && { isStream }),
      }
    })
}

const addMethod = (
  { messages }: SurfaceDraft,
  name: string,
  request: readonly FieldPlan[],
  response: readonly FieldPlan[],
): Pick<MethodPlan, 'name' | 'request' | 'response'> => {
  messages.set(`${name}Request`, { name: `${name}Request`, shape: 'record', fields: request })
  messages.set(`${name}Response`, { name: `${name}Response`, shape: 'record', fields: response })
  return { name, request: `${name}Request`, response: `${name}Response` }
}

/** `patient` and `patients`, apart from the names that requests and answers have beside them. */
export const resourceNames = (entity: Entity): readonly [string, string] => {
  const ours = [
    'key',
    'etag',
    'read_mask',
    'update_mask',
    'include',
    'null_paths',
    'next_page_token',
    'total_size',
    'cursor',
    'change',
    'change_time',
  ]
  return [fieldNames(ours)(entity.name), fieldNames(ours)(snakeCase(entity.plural))]
}

const aggregates = ['sum', 'average', 'min', 'max'] as const

const aggregateRequest = (one: string): readonly FieldPlan[] => [
  fixed(1, 'page_size', 'limit', { kind: 'int32' }),
  fixed(3, 'filter', 'filter', message(`${one}Filter`)),
  fixed(4, 'group_by', 'groupBy', { kind: 'mask', of: one }),
  ...aggregates.map((name, at) => fixed(5 + at, name, name, { kind: 'mask', of: one })),
]

/** Sums and averages of exact numbers are text with all their digits; least and greatest values are of their fields' types. */
const aggregateResponse = (building: SurfaceDraft, one: string): readonly FieldPlan[] => {
  const { messages } = building
  const numbers = (messages.get(one)?.fields ?? []).flatMap((field): FieldPlan[] => {
    if (field.isWriteOnly) return []
    const isExact = ['int32', 'int64', 'count'].includes(field.type.kind) || isDecimal(building, one, field.member)
    if (!isExact && field.type.kind !== 'double') return []
    return [fixed(field.number, field.name, field.member, isExact ? text : { kind: 'double' })]
  })
  messages.set(`${one}Sums`, { name: `${one}Sums`, shape: 'record', fields: numbers })
  messages.set(`${one}Group`, {
    name: `${one}Group`,
    shape: 'record',
    fields: [
      fixed(1, 'key', 'key', message(one)),
      fixed(2, 'count', 'count', { kind: 'count' }),
      ...aggregates.map((name, at) => fixed(5 + at, name, name, message(at < 2 ? `${one}Sums` : one))),
    ],
  })
  return [
    fixed(1, 'groups', 'groups', message(`${one}Group`), 'repeated'),
    fixed(2, 'complete', 'isComplete', { kind: 'bool' }),
  ]
}

const isDecimal = ({ charter, messages }: SurfaceDraft, one: string, member: string): boolean => {
  const entity = charter.entities.find(({ name }) => name === messages.get(one)?.of)
  return entity?.fields.find(({ name }) => name === member)?.type.kind === 'decimal'
}

const changesRequest = (one: string, hasRelations: boolean): readonly FieldPlan[] => [
  fixed(2, 'cursor', 'after', text),
  fixed(3, 'filter', 'filter', message(`${one}Filter`)),
  ...rowSelection(one, hasRelations),
]

const changesResponse = (building: SurfaceDraft, one: string, single: string): readonly FieldPlan[] => [
  fixed(1, 'cursor', 'cursor', text),
  fixed(2, 'change_time', 'at', { kind: 'timestamp' }),
  fixed(3, 'change', 'change', { kind: 'enum', of: addChangeKind(building) }),
  fixed(4, 'key', 'key', message(`${one}Key`)),
  fixed(5, single, 'row', message(one)),
]

/** Everything that an operation's name takes up in the package. */
export const operationClaims = (name: string): readonly string[] => [
  `${name}Request`,
  `${name}Response`,
  `${name}Input`,
]

/** The method of a custom operation, under the name it was given. */
export const operationMethod = (
  building: SurfaceDraft,
  operation: Operation,
  name: string,
  namesOf: (entity: string) => EntityNames,
): MethodPlan => {
  const { entity, hasKey, input, result } = operation
  const rows =
    result && 'entity' in result ? building.charter.entities.find((each) => each.name === result.entity) : undefined
  const one = rows && namesOf(rows.name).one
  if (input.length > 0)
    building.messages.set(`${name}Input`, {
      name: `${name}Input`,
      shape: 'record',
      ...memberFields(building, input, { place: `operations.${operation.id}`, wanted: `${name}Input` }),
    })
  const request = [
    ...(entity !== undefined && hasKey ? [fixed(1, 'key', 'key', message(`${namesOf(entity).one}Key`))] : []),
    ...(input.length > 0 ? [fixed(2, 'input', 'value', message(`${name}Input`)), nullPaths] : []),
    ...(one && rows ? rowSelection(one, rows.relations.length > 0) : []),
  ]
  const plan = addMethod(building, name, request, operationResult(building, operation, name, rows, one))
  return {
    ...plan,
    kind: 'operation',
    operation: operation.name,
    ...(one && { row: one }),
    ...(operation.mode === 'stream' && { isStream: true }),
  }
}

const operationResult = (
  building: SurfaceDraft,
  { id, result }: Operation,
  name: string,
  rows: Entity | undefined,
  one: string | undefined,
): readonly FieldPlan[] => {
  if (!result) return []
  if ('type' in result) {
    const type = wireType(building, result.type, {
      place: `operations.${id}.result`,
      wanted: `${name}${pascalCase('result')}`,
    })
    return [{ ...fixed(1, 'result', 'result', type), isNullable: true }]
  }
  if (!rows || !one) return []
  const [single, plural] = resourceNames(rows)
  return result.isList
    ? [fixed(1, plural, 'items', message(one), 'repeated')]
    : [fixed(1, single, 'row', message(one)), etag]
}
