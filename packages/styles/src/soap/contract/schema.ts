import {
  type EntityModel,
  type FieldModel,
  type InputMode,
  isNeeded,
  ownedEntity,
  ownedRelations,
  problemCodes,
  type RelationModel,
  writtenFields,
} from '@charter/runtime'
import type { SoapSurface } from '../surface.ts'
import { auditMembers, measureType } from '../transport/answer.ts'
import type { SoapOperation } from '../transport/names.ts'
import { operators } from '../transport/selection.ts'
import { element, type Xml } from '../transport/write-xml.ts'
import type { TypeNames } from './type-names.ts'
import { declaration, documentation, listOf, memberElement, xsdType } from './xsd-type.ts'

/** Everything that messages are made of: an element for each request and answer, and the types of rows, inputs and selections. */
export const schemaOf = (surface: SoapSurface, names: TypeNames): Xml => {
  const { model, names: service } = surface
  const typeName = (name: string): string => names.of('type', name)
  return element(
    'xs:schema',
    [
      ...Object.entries(model.types).map(([name, type]) => namedType(typeName(name), xsdType(type, typeName))),
      ...model.entities.flatMap((entity) => entityTypes(entity, names)),
      ...model.entities.flatMap((entity) => ownedTypes(entity, model.entities, names)),
      auditTypes(names, typeName),
      filterTypes(names),
      problemType(),
      ...service.operations.flatMap((operation) => messages(surface, operation, names)),
    ].join('\n'),
    {
      targetNamespace: service.namespace,
      elementFormDefault: 'qualified',
      'xmlns:xs': 'http://www.w3.org/2001/XMLSchema',
      'xmlns:tns': service.namespace,
    },
  )
}

const optional = { minOccurs: '0' }
const unbounded = { minOccurs: '0', maxOccurs: 'unbounded' }

/** A type of its own name from what an element would have inside. */
const namedType = (name: string, declared: ReturnType<typeof xsdType>): Xml => {
  if ('content' in declared)
    return declared.content.replace(/^<xs:(complexType|simpleType)/, (start) => `${start} name="${name}"`)
  return declared.type.startsWith('xs:')
    ? element('xs:simpleType', element('xs:restriction', '', { base: declared.type }), { name })
    : element('xs:complexType', element('xs:complexContent', element('xs:extension', '', { base: declared.type })), {
        name,
      })
}

const complex = (name: string, elements: readonly Xml[], attributes: Xml = '', description?: string): Xml =>
  element(
    'xs:complexType',
    (description === undefined ? '' : documentation(description)) +
      element('xs:sequence', elements.join('')) +
      attributes,
    { name },
  )

const entityTypes = (entity: EntityModel, names: TypeNames): readonly Xml[] => {
  const { name } = entity
  const typeName = (type: string): string => names.of('type', type)
  const writable = (mode: InputMode): readonly Xml[] => [
    ...inputElements(entity, mode, typeName),
    ...ownedRelations(entity).map((relation) => ownedElement(entity, relation, names)),
  ]
  const fields = entity.fields.map((field) =>
    // A row holds the fields that were asked for; what may not be seen is nil.
    declaration(field.name, xsdType(shown(field), typeName), { minOccurs: '0', nillable: 'true' }, field.description),
  )
  const relations = entity.relations.map((relation) =>
    declaration(
      relation.name,
      { type: `tns:${names.of(relation.kind === 'one' ? 'included' : 'includedPage', relation.target)}` },
      { ...unbounded, nillable: 'true' },
    ),
  )
  const as = element('xs:attribute', '', { name: 'as', type: 'xs:string' })
  const extended = (kind: 'included' | 'includedPage', base: 'row' | 'page'): Xml =>
    element(
      'xs:complexType',
      element('xs:complexContent', element('xs:extension', as, { base: `tns:${names.of(base, name)}` })),
      { name: names.of(kind, name) },
    )
  const measure = (of: string): Xml =>
    declaration(of, {
      content: listOf(
        entity.fields
          .map((field) =>
            declaration(field.name, xsdType(bare(measureType(entity, field.name, of)), typeName), {
              minOccurs: '0',
              nillable: 'true',
            }),
          )
          .join(''),
      ),
    })
  return [
    complex(names.of('row', name), [...fields, ...relations], '', entity.description),
    extended('included', 'row'),
    complex(names.of('page', name), [
      declaration('items', {
        content: listOf(declaration('item', { type: `tns:${names.of('row', name)}` }, unbounded)),
      }),
      declaration('next', { type: 'xs:string' }, { nillable: 'true' }),
      declaration('count', { content: countType }, optional),
    ]),
    extended('includedPage', 'page'),
    ...(entity.key.length > 0
      ? [
          complex(
            names.of('key', name),
            entity.key.flatMap((key) => keyElement(entity, key, typeName)),
          ),
        ]
      : []),
    ...(['create', 'replace', 'update'] as const)
      .filter((mode) => entity.offers.includes(mode))
      .map((mode) => complex(names.of(mode, name), writable(mode))),
    complex(names.of('select', name), selectionElements(entity, names)),
    complex(
      names.of('include', name),
      entity.relations.map((relation) => includeElement(relation, names)),
    ),
    complex(names.of('aggregates', name), [
      declaration('groups', {
        content: listOf(
          declaration(
            'group',
            {
              content: listOf(
                [
                  measure('key'),
                  declaration('count', { type: 'xs:int' }),
                  ...['sum', 'average', 'min', 'max'].map(measure),
                ].join(''),
              ),
            },
            unbounded,
          ),
        ),
      }),
      declaration('isComplete', { type: 'xs:boolean' }),
    ]),
  ]
}

/** What is masked is not what its bounds are of. */
const shown = ({ type, reveal, mask }: FieldModel): FieldModel['type'] =>
  reveal === undefined && mask === undefined ? type : bare(type)

/** What comes out of a measure keeps the type and not its bounds. */
const bare = (type: FieldModel['type']): FieldModel['type'] =>
  type.kind === 'text'
    ? { kind: 'text' }
    : type.kind === 'decimal'
      ? { kind: 'decimal', precision: type.precision, scale: type.scale }
      : type

const countType = listOf(declaration('value', { type: 'xs:int' }) + declaration('isExact', { type: 'xs:boolean' }))

const inputElements = (entity: EntityModel, mode: InputMode, typeName: (name: string) => string): readonly Xml[] =>
  writtenFields(entity, mode).map((field) =>
    declaration(
      field.name,
      xsdType(field.type, typeName),
      { ...(!isNeeded(field, mode) && optional), ...(field.isOptional && { nillable: 'true' }) },
      field.description,
    ),
  )

/** Rows that are written with their parent, as they stand in its body. */
const ownedTypes = (entity: EntityModel, all: readonly EntityModel[], names: TypeNames): readonly Xml[] =>
  isWrittenWhole(entity)
    ? ownedRelations(entity).flatMap((relation) => {
        const target = all.find(({ name }) => name === relation.target)
        const elements =
          target && inputElements(ownedEntity(target, relation), 'create', (type) => names.of('type', type))
        return elements ? [complex(names.owned(entity.name, relation.name), elements)] : []
      })
    : []

const isWrittenWhole = ({ offers }: EntityModel): boolean =>
  offers.includes('create') || offers.includes('replace') || offers.includes('update')

const ownedElement = (entity: EntityModel, { name }: RelationModel, names: TypeNames): Xml =>
  declaration(
    name,
    { content: listOf(declaration('item', { type: `tns:${names.owned(entity.name, name)}` }, unbounded)) },
    optional,
  )

const keyElement = (entity: EntityModel, key: string, typeName: (name: string) => string): readonly Xml[] => {
  const field = entity.fields.find(({ name }) => name === key)
  return field ? [memberElement({ ...field, isOptional: false }, typeName).replace(' minOccurs="0"', '')] : []
}

const selectionElements = (entity: EntityModel, names: TypeNames): readonly Xml[] => {
  const fieldNames = element(
    'xs:simpleType',
    element(
      'xs:restriction',
      entity.fields.map(({ name }) => element('xs:enumeration', '', { value: name })).join(''),
      { base: 'xs:string' },
    ),
  )
  const listed = (name: string): Xml =>
    declaration(name, { content: listOf(declaration('field', { content: fieldNames }, unbounded)) }, optional)
  const descending = element('xs:attribute', '', { name: 'descending', type: 'xs:boolean' })
  const by = element(
    'xs:complexType',
    element('xs:simpleContent', element('xs:extension', descending, { base: 'xs:string' })),
  )
  return [
    listed('fields'),
    declaration('include', { type: `tns:${names.of('include', entity.name)}` }, optional),
    declaration('filter', { type: `tns:${names.of('shared', 'Condition')}` }, optional),
    declaration('sort', { content: listOf(declaration('by', { content: by }, unbounded)) }, optional),
    declaration('limit', { type: 'xs:int' }, optional),
    declaration('after', { type: 'xs:string' }, optional),
    declaration('count', { type: 'xs:boolean' }, optional),
    declaration(
      'aggregate',
      { content: listOf(['groupBy', 'sum', 'average', 'min', 'max'].map(listed).join('')) },
      optional,
    ),
  ]
}

const includeElement = ({ name, target }: RelationModel, names: TypeNames): Xml => {
  const as = element('xs:attribute', '', { name: 'as', type: 'xs:string' })
  const content = element(
    'xs:complexType',
    element('xs:complexContent', element('xs:extension', as, { base: `tns:${names.of('select', target)}` })),
  )
  return declaration(name, { content }, unbounded)
}

const auditTypes = (names: TypeNames, typeName: (name: string) => string): Xml =>
  complex(names.of('shared', 'AuditPage'), [
    declaration('items', {
      content: listOf(
        declaration(
          'item',
          { content: listOf(auditMembers.map((member) => memberElement(member, typeName)).join('')) },
          unbounded,
        ),
      ),
    }),
    declaration('next', { type: 'xs:string' }, { nillable: 'true' }),
  ])

/** `and`, `or`, `not`, `where`: one inside a filter, any number inside `and` and `or`. */
const filterTypes = (names: TypeNames): Xml => {
  const condition = names.of('shared', 'Condition')
  const conditions = names.of('shared', 'Conditions')
  const where = names.of('shared', 'Where')
  const parts = (occurs: Readonly<Record<string, string>>): Xml =>
    element(
      'xs:choice',
      declaration('and', { type: `tns:${conditions}` }) +
        declaration('or', { type: `tns:${conditions}` }) +
        declaration('not', { type: `tns:${condition}` }) +
        declaration('where', { type: `tns:${where}` }),
      occurs,
    )
  const op = element(
    'xs:simpleType',
    element('xs:restriction', operators.map((value) => element('xs:enumeration', '', { value })).join(''), {
      base: 'xs:string',
    }),
  )
  return [
    element('xs:complexType', parts({}), { name: condition }),
    element('xs:complexType', parts(unbounded), { name: conditions }),
    complex(
      where,
      [declaration('value', { type: 'xs:string' }, { ...unbounded, nillable: 'true' })],
      element('xs:attribute', '', { name: 'field', type: 'xs:string', use: 'required' }) +
        element('xs:attribute', op, { name: 'op', default: 'eq' }),
    ),
  ].join('\n')
}

const problemType = (): Xml => {
  const code = element(
    'xs:simpleType',
    element(
      'xs:restriction',
      Object.keys(problemCodes)
        .map((value) => element('xs:enumeration', '', { value }))
        .join(''),
      { base: 'xs:string' },
    ),
  )
  const texts = (...of: readonly string[]): Xml => of.map((name) => declaration(name, { type: 'xs:string' })).join('')
  return declaration('problem', {
    content: listOf(
      [
        declaration('code', { content: code }),
        declaration('detail', { type: 'xs:string' }),
        declaration(
          'errors',
          { content: listOf(declaration('error', { content: listOf(texts('path', 'code', 'message')) }, unbounded)) },
          optional,
        ),
        declaration('reason', { type: 'xs:string' }, optional),
        declaration(
          'why',
          {
            content: listOf(
              texts('sentence') +
                declaration(
                  'rule',
                  { content: listOf(texts('id', 'text', 'file') + declaration('line', { type: 'xs:int' })) },
                  optional,
                ),
            ),
          },
          optional,
        ),
        declaration('scopes', { content: listOf(declaration('scope', { type: 'xs:string' }, unbounded)) }, optional),
        declaration('retryAfterSeconds', { type: 'xs:int' }, optional),
      ].join(''),
    ),
  })
}

const messages = ({ model }: SoapSurface, operation: SoapOperation, names: TypeNames): readonly Xml[] => {
  const { kind, entity = '', name } = operation
  const typeName = (type: string): string => names.of('type', type)
  const custom = kind === 'custom' ? model.operations.find((each) => each.name === operation.operation) : undefined
  const answered = custom ? (custom.result && 'entity' in custom.result ? custom.result.entity : undefined) : entity
  const hasKey = custom ? custom.hasKey : ['read', 'replace', 'update', 'delete', 'audit'].includes(kind)
  const isWrite = custom ? custom.effect === 'write' : ['create', 'replace', 'update', 'delete'].includes(kind)
  const value = custom
    ? declaration(
        'value',
        { content: listOf(custom.input.map((member) => memberElement(member, typeName)).join('')) },
        optional,
      )
    : kind === 'create' || kind === 'replace' || kind === 'update'
      ? declaration('value', { type: `tns:${names.of(kind, entity)}` })
      : ''
  const request = [
    hasKey ? declaration('key', { type: `tns:${names.of('key', entity)}` }) : '',
    value,
    answered === undefined || kind === 'delete'
      ? ''
      : declaration('select', { type: `tns:${names.of('select', answered)}` }, optional),
    isWrite
      ? declaration('ifMatch', { type: 'xs:string' }, unbounded) +
        declaration('idempotencyKey', { type: 'xs:string' }, optional)
      : '',
  ].join('')
  const answer = [
    resultElement(operation, custom, names, typeName),
    declaration('etag', { type: 'xs:string' }, optional),
    isWrite ? declaration('isReplayed', { type: 'xs:boolean' }, optional) : '',
  ].join('')
  return [declaration(name, { content: listOf(request) }), declaration(`${name}Response`, { content: listOf(answer) })]
}

const resultElement = (
  { kind, entity = '' }: SoapOperation,
  custom: SoapSurface['model']['operations'][number] | undefined,
  names: TypeNames,
  typeName: (name: string) => string,
): Xml => {
  if (custom) {
    const { result } = custom
    if (!result) return ''
    if ('type' in result) return declaration('result', xsdType(result.type, typeName), { nillable: 'true' })
    const row = { type: `tns:${names.of('row', result.entity)}` }
    return result.isList
      ? declaration('result', { content: listOf(declaration('item', row, unbounded)) })
      : declaration('result', row, { nillable: 'true' })
  }
  switch (kind) {
    case 'delete':
      return ''
    case 'list':
      return declaration('result', { type: `tns:${names.of('page', entity)}` })
    case 'audit':
      return declaration('result', { type: `tns:${names.of('shared', 'AuditPage')}` })
    case 'aggregate':
      return declaration('result', { type: `tns:${names.of('aggregates', entity)}` })
    default:
      return declaration('result', { type: `tns:${names.of('row', entity)}` })
  }
}
