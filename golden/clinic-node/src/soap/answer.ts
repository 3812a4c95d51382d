import type { EntityModel, Json, JsonObject, Selection, ServiceModel, Type, ValueOutcome } from '../runtime/index.ts'
import type { SoapOperation } from './names.ts'
import { entityIn, type SoapModel, writeNext, writePage, writeRow } from './row.ts'
import { objectIn, writeMembers, writeXml } from './value.ts'
import { element, textElement, type Xml } from './write-xml.ts'

/** The response element of an operation: its result, the row's version, whether the answer was given before. */
export const writeAnswer = (
  of: SoapOperation,
  outcome: ValueOutcome,
  select: Selection | undefined,
  service: Pick<ServiceModel, 'operations'>,
  model: SoapModel,
  namespace: string,
): Xml => {
  const result = writeResult(of, outcome.value, select, service, model)
  const version = outcome.version === undefined ? '' : textElement('etag', outcome.version)
  const replayed = outcome.isReplayed ? textElement('isReplayed', 'true') : ''
  return element(`${of.name}Response`, result + version + replayed, { xmlns: namespace })
}

const writeResult = (
  { kind, entity, operation }: SoapOperation,
  value: Json,
  select: Selection | undefined,
  service: Pick<ServiceModel, 'operations'>,
  model: SoapModel,
): Xml => {
  if (kind === 'custom') return writeCustom(operation, value, select, service, model)
  const of = entityIn(model, entity ?? '')
  switch (kind) {
    case 'delete':
      return ''
    case 'list':
      return writePage('result', value, of, select, model)
    case 'audit':
      return writeTrail(objectIn('result', value))
    case 'aggregate':
      return writeAggregates(objectIn('result', value), of, model)
    default:
      return writeRow('result', value, of, select, model)
  }
}

const writeCustom = (
  operation: string,
  value: Json,
  select: Selection | undefined,
  { operations }: Pick<ServiceModel, 'operations'>,
  model: SoapModel,
): Xml => {
  const result = operations.find(({ name }) => name === operation)?.result
  if (!result) return ''
  if ('type' in result) return writeXml('result', value, result.type, model.types)
  const of = entityIn(model, result.entity)
  if (!result.isList) return writeRow('result', value, of, select, model)
  const rows = Array.isArray(value) ? (value as readonly Json[]) : []
  return element('result', rows.map((row) => writeRow('item', row, of, select, model)).join(''))
}

const text: Type = { kind: 'text' }
const texts: Type = { kind: 'array', items: text }

/** An entry of an audit trail, in the order of the contract. */
export const auditMembers: readonly { readonly name: string; readonly type: Type; readonly isOptional: boolean }[] = [
  { name: 'id', type: text, isOptional: false },
  { name: 'at', type: { kind: 'instant' }, isOptional: false },
  { name: 'operation', type: text, isOptional: false },
  { name: 'principal', type: text, isOptional: true },
  { name: 'roles', type: texts, isOptional: false },
  { name: 'credential', type: text, isOptional: true },
  {
    name: 'origin',
    type: {
      kind: 'record',
      members: [
        { name: 'address', type: text, isOptional: true },
        { name: 'requestId', type: text, isOptional: false },
        { name: 'style', type: text, isOptional: false },
      ],
    },
    isOptional: false,
  },
  { name: 'outcome', type: text, isOptional: false },
  { name: 'fields', type: texts, isOptional: false },
  { name: 'rule', type: text, isOptional: true },
  { name: 'apiKey', type: text, isOptional: true },
]

const writeTrail = ({ items, next }: JsonObject): Xml => {
  const entries = Array.isArray(items) ? (items as readonly JsonObject[]) : []
  const written = entries.map((entry) => element('item', writeMembers(entry, auditMembers, {}))).join('')
  return element('result', element('items', written) + writeNext(next ?? null))
}

/** What sums and averages of a field are: text with all their digits, but for floats. */
export const measureType = (entity: EntityModel, field: string, measure: string): Type => {
  const type = entity.fields.find(({ name }) => name === field)?.type ?? text
  return measure === 'min' || measure === 'max' || measure === 'key' ? type : type.kind === 'float64' ? type : text
}

export const measures = ['key', 'sum', 'average', 'min', 'max'] as const

const writeAggregates = ({ groups, isComplete }: JsonObject, entity: EntityModel, model: SoapModel): Xml => {
  const written = (Array.isArray(groups) ? (groups as readonly JsonObject[]) : []).map((group) => {
    const [key, ...others] = measures.map((measure) => {
      const values = objectIn(measure, group[measure] ?? {})
      const members = entity.fields.map(({ name }) => ({ name, type: measureType(entity, name, measure) }))
      return element(measure, writeMembers(values, members, model.types))
    })
    return element('group', `${key}${textElement('count', String(group.count))}${others.join('')}`)
  })
  return element('result', element('groups', written.join('')) + textElement('isComplete', String(isComplete)))
}
