import { type Charter, toModel } from '@charter/charter'
import {
  type EntityModel,
  type FieldModel,
  isNeeded,
  type Member,
  ownedEntity,
  ownedRelations,
  type ServiceModel,
  type Type,
  writtenFields,
} from '@charter/runtime'
import { type TypeNames, typeNames } from './contract/type-names.ts'
import { xsdPattern } from './contract/xsd-pattern.ts'
import { surfaceOf } from './surface.ts'

/** What a WSDL can show of a charter: operations, and the elements that their messages and rows are made of. */
export interface VisibleSoap {
  readonly service: string
  readonly namespace: string
  readonly operations: Readonly<Record<string, VisibleOperation>>
  /** Rows of entities, by the name of their type. */
  readonly rows: Readonly<Record<string, VisibleRow>>
  readonly types: Readonly<Record<string, VisibleXml>>
}

export interface VisibleOperation {
  readonly key: VisibleElements | undefined
  readonly value: VisibleElements | undefined
  readonly isWrite: boolean
  /** The type of rows that it answers; `[]` around it for several; else a value's own type. */
  readonly answers: string | VisibleXml | undefined
}

export interface VisibleRow {
  readonly fields: Readonly<Record<string, VisibleXml>>
  readonly relations: Readonly<Record<string, { readonly target: string; readonly isMany: boolean }>>
}

export type VisibleElements = Readonly<Record<string, VisibleElement>>

export interface VisibleElement {
  readonly type: VisibleXml
  readonly isNeeded: boolean
  readonly isNillable: boolean
}

/** A type as XML Schema says it: a base with facets, a named type, or parts. */
export type VisibleXml =
  | { readonly base: string; readonly facets: readonly string[] }
  | { readonly named: string }
  | { readonly items: VisibleXml; readonly occurs: string }
  | { readonly entries: VisibleXml; readonly occurs: string }
  | { readonly members: VisibleElements }
  | { readonly variants: Readonly<Record<string, VisibleElements>> }

export const visibleSoap = (charter: Charter): VisibleSoap => {
  const surface = surfaceOf(charter)
  const model = toModel(charter, [])
  const names = typeNames(surface)
  const named = (name: string): string => names.of('type', name)
  const entityOf = (name: string | undefined): EntityModel | undefined =>
    model.entities.find((each) => each.name === name)
  return {
    service: surface.names.service,
    namespace: surface.names.namespace,
    operations: Object.fromEntries(
      surface.names.operations.map(({ name, kind, entity, operation }) => {
        const of = entityOf(entity)
        const custom = kind === 'custom' ? model.operations.find((each) => each.name === operation) : undefined
        const hasKey = custom ? custom.hasKey : ['read', 'replace', 'update', 'delete', 'audit'].includes(kind)
        return [
          name,
          {
            key: of && hasKey ? keyOf(of, named) : undefined,
            value: custom ? elements(custom.input, named) : of && inputOf(names, of, kind, named),
            isWrite: custom ? custom.effect === 'write' : ['create', 'replace', 'update', 'delete'].includes(kind),
            answers: custom ? resultOf(custom, names.of.bind(names, 'row'), named) : answered(kind, entity, names),
          },
        ]
      }),
    ),
    rows: Object.fromEntries(
      model.entities.map(({ name, fields, relations }) => [
        names.of('row', name),
        {
          fields: Object.fromEntries(fields.map((field) => [field.name, visibleXml(shown(field), named)])),
          relations: Object.fromEntries(
            relations.map((relation) => [
              relation.name,
              { target: names.of('row', relation.target), isMany: relation.kind === 'many' },
            ]),
          ),
        },
      ]),
    ),
    types: Object.fromEntries([
      ...Object.entries(model.types).map(([name, type]) => [named(name), visibleXml(type, named)] as const),
      ...model.entities.flatMap((entity) => ownedRows(names, entity, entityOf, named)),
    ]),
  }
}

type Named = (name: string) => string

/** What is masked is not what its bounds are of. */
const shown = ({ type, reveal, mask }: FieldModel): Type =>
  reveal === undefined && mask === undefined
    ? type
    : type.kind === 'text'
      ? { kind: 'text' }
      : type.kind === 'decimal'
        ? { kind: 'decimal', precision: type.precision, scale: type.scale }
        : type

const keyOf = ({ key, fields }: EntityModel, named: Named): VisibleElements =>
  Object.fromEntries(
    key
      .flatMap((name) => fields.filter((field) => field.name === name))
      .map(({ name, type }) => [name, { type: visibleXml(type, named), isNeeded: true, isNillable: false }]),
  )

const elements = (members: readonly Member[], named: Named): VisibleElements =>
  Object.fromEntries(
    members.map(({ name, type, isOptional, default: fallback }) => [
      name,
      { type: visibleXml(type, named), isNeeded: !isOptional && !fallback, isNillable: isOptional },
    ]),
  )

const inputOf = (names: TypeNames, entity: EntityModel, kind: string, named: Named): VisibleElements | undefined => {
  if (kind !== 'create' && kind !== 'replace' && kind !== 'update') return undefined
  const fields = writtenFields(entity, kind).map((field): [string, VisibleElement] => [
    field.name,
    { type: visibleXml(field.type, named), isNeeded: isNeeded(field, kind), isNillable: field.isOptional },
  ])
  const owned = ownedRelations(entity).map(({ name }): [string, VisibleElement] => [
    name,
    {
      type: { items: { named: names.owned(entity.name, name) }, occurs: '0..unbounded' },
      isNeeded: false,
      isNillable: false,
    },
  ])
  return Object.fromEntries([...fields, ...owned])
}

/** The types of rows that stand in the body of the row that owns them. */
const ownedRows = (
  names: TypeNames,
  entity: EntityModel,
  entityOf: (name: string) => EntityModel | undefined,
  named: Named,
): readonly (readonly [string, VisibleXml])[] =>
  ['create', 'replace', 'update'].some((mode) => entity.offers.some((each) => each === mode))
    ? ownedRelations(entity).flatMap((relation) => {
        const target = entityOf(relation.target)
        if (!target) return []
        const members = elements(writtenFields(ownedEntity(target, relation), 'create'), named)
        return [[names.owned(entity.name, relation.name), { members }] as const]
      })
    : []

const answered = (kind: string, entity = '', names: ReturnType<typeof typeNames>): string | undefined => {
  switch (kind) {
    case 'delete':
      return undefined
    case 'list':
      return names.of('page', entity)
    case 'audit':
      return names.of('shared', 'AuditPage')
    case 'aggregate':
      return names.of('aggregates', entity)
    default:
      return names.of('row', entity)
  }
}

const resultOf = (
  { result }: ServiceModel['operations'][number],
  row: Named,
  named: Named,
): VisibleOperation['answers'] => {
  if (!result) return undefined
  if ('type' in result) return visibleXml(result.type, named)
  return result.isList ? { items: { named: row(result.entity) }, occurs: '0..unbounded' } : row(result.entity)
}

const bases: Readonly<Record<string, string>> = {
  text: 'string',
  enum: 'string',
  uuid: 'string',
  json: 'string',
  int32: 'int',
  int64: 'long',
  decimal: 'decimal',
  float64: 'double',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  dateTime: 'dateTime',
  instant: 'dateTime',
  duration: 'duration',
  bytes: 'base64Binary',
}

const occursOf = (least: number | undefined, most: number | undefined): string =>
  `${least ?? 0}..${most ?? 'unbounded'}`

export const visibleXml = (type: Type, named: Named): VisibleXml => {
  switch (type.kind) {
    case 'named':
      return { named: named(type.name) }
    case 'array':
      return { items: visibleXml(type.items, named), occurs: occursOf(type.lengthMin, type.lengthMax) }
    case 'vector':
      return { items: { base: 'double', facets: [] }, occurs: occursOf(type.size, type.size) }
    case 'map': {
      const values = visibleXml(type.values, named)
      // A value beside its key keeps its base, and no facets.
      return {
        entries: 'base' in values ? { base: values.base, facets: [] } : values,
        occurs: occursOf(0, type.lengthMax),
      }
    }
    case 'record':
      return { members: elements(type.members, named) }
    case 'union':
      return {
        variants: Object.fromEntries(
          Object.entries(type.variants).map(([name, members]) => [name, elements(members, named)]),
        ),
      }
    default:
      return { base: bases[type.kind] ?? 'string', facets: facetsOf(type) }
  }
}

const formats: Readonly<Record<string, string>> = {
  email: '[^@\\s]+@[^@\\s]+',
  phone: '\\+[1-9][0-9]{6,14}',
  country: '[A-Z]{2}',
  currency: '[A-Z]{3}',
}

/** `minLength 2`, `pattern [A-Z]+`: in the order in which the schema has them. */
const facetsOf = (type: Type): readonly string[] => {
  const range = (
    min: string | number | undefined,
    max: string | number | undefined,
    moving = '',
  ): readonly string[] => [
    ...(min === undefined || min === moving ? [] : [`minInclusive ${min}`]),
    ...(max === undefined || max === moving ? [] : [`maxInclusive ${max}`]),
  ]
  switch (type.kind) {
    case 'text': {
      const pattern = type.pattern === undefined ? formats[type.format ?? ''] : xsdPattern(type.pattern)
      return [
        ...(type.lengthMin === undefined ? [] : [`minLength ${type.lengthMin}`]),
        ...(type.lengthMax === undefined ? [] : [`maxLength ${type.lengthMax}`]),
        ...(pattern === undefined || pattern === null ? [] : [`pattern ${pattern}`]),
      ]
    }
    case 'uuid':
      return ['pattern [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}']
    case 'enum':
      return type.values.map((value) => `enumeration ${value}`)
    case 'decimal':
      return [`totalDigits ${type.precision}`, `fractionDigits ${type.scale}`, ...range(type.min, type.max)]
    case 'int32':
    case 'int64':
    case 'float64':
      return range(type.min, type.max)
    case 'date':
      return range(type.min, type.max, 'today')
    case 'instant':
      return range(type.min, type.max, 'now')
    case 'bytes':
      return type.lengthMax === undefined ? [] : [`maxLength ${type.lengthMax}`]
    default:
      return []
  }
}
