import {
  type EntityModel,
  everyField,
  type FieldModel,
  includedIn,
  type Json,
  type JsonObject,
  type RelationModel,
  type Selection,
  type Type,
} from '../runtime/index.ts'
import type { XmlElement } from './parse-xml.ts'
import { unsaidOf } from './unsaid.ts'
import { collect, isNil, objectIn, readXml, type Types, writeUndeclared, writeXml, type XmlContext } from './value.ts'
import { element, nil, textElement, Unsayable, type Xml } from './write-xml.ts'

/** What a service's messages are made of. */
export interface SoapModel {
  readonly entities: ReadonlyMap<string, EntityModel>
  readonly types: Types
}

export const soapModel = (of: { readonly entities: readonly EntityModel[]; readonly types: Types }): SoapModel => ({
  entities: new Map(of.entities.map((entity) => [entity.name, entity])),
  types: of.types,
})

export const entityIn = ({ entities }: SoapModel, name: string): EntityModel => {
  const found = entities.get(name)
  if (!found) throw new Error(`The model has no entity ${name}.`)
  return found
}

/** The body of a write: fields, and the rows of owned relations. */
export const readBody = (
  of: XmlElement,
  entity: EntityModel,
  model: SoapModel,
  reading: XmlContext,
  path = '',
): Json => {
  if (isNil(of)) return null
  return collect(of, path, reading, (child, at): Json => {
    const type = fieldType(entity, child.name)
    if (type) return readXml(child, type, at, reading)
    const rows = rowsBelow(entity, child.name)
    if (!rows || isNil(child)) return readXml(child, { kind: 'text' }, at, reading)
    const target = entityIn(model, rows.target)
    return child.children.map((row, index) => readBody(row, target, model, reading, `${at}/${index}`))
  })
}

export const writeBody = (name: string, value: Json, entity: EntityModel, model: SoapModel): Xml => {
  if (value === null) return nil(name)
  const body = objectIn(name, value)
  const fields = everyField(entity).filter((field) => Object.hasOwn(body, field.name))
  const rest = Object.entries(body).filter(([member]) => fieldType(entity, member) === undefined)
  return element(
    name,
    [
      ...fields.map((field) => writeXml(field.name, body[field.name] ?? null, field.type, model.types)),
      ...rest.map(([member, each]) => {
        const rows = rowsBelow(entity, member)
        if (!rows || !Array.isArray(each)) return writeUndeclared(member, each)
        const target = entityIn(model, rows.target)
        return element(member, (each as readonly Json[]).map((row) => writeBody('item', row, target, model)).join(''))
      }),
    ].join(''),
  )
}

const fieldTypes = new WeakMap<EntityModel, ReadonlyMap<string, Type>>()

/** The type of a field; looked up, as rows of a wide table ask for each of a thousand. */
export const fieldType = (entity: EntityModel, name: string): Type | undefined => {
  const types = fieldTypes.get(entity) ?? new Map(everyField(entity).map((field) => [field.name, field.type]))
  fieldTypes.set(entity, types)
  return types.get(name)
}

/** Rows that stand in a row's body; whether they may be written there the executor says. */
const rowsBelow = (entity: EntityModel, name: string): RelationModel | undefined =>
  entity.relations.find((relation) => relation.name === name && relation.kind === 'many')

/** A row of an answer: what is there of its fields, as the schema orders them, then what was included. */
export const writeRow = (
  name: string,
  value: Json,
  entity: EntityModel,
  select: Selection | undefined,
  model: SoapModel,
  attributes: Readonly<Record<string, string>> = {},
): Xml => {
  if (value === null) return nil(name, attributes)
  const row = objectIn(name, value)
  const included = includedIn(select)
  const fields = entity.fields.filter(
    (field) => Object.hasOwn(row, field.name) && !included.some(({ member }) => member === field.name),
  )
  const members = entity.relations.flatMap((relation) =>
    included
      .filter((each) => each.relation === relation.name && Object.hasOwn(row, each.member))
      .map(({ member, selection }) => writeIncluded(relation, member, row[member] ?? null, selection, model)),
  )
  return element(
    name,
    [...fields.map((field) => writeField(field, row, entity, model)), ...members].join(''),
    attributes,
  )
}

/** A value that XML cannot carry is told with whose it is, and costs the answer of no other row that is asked for. */
const writeField = ({ name, type }: FieldModel, row: JsonObject, entity: EntityModel, model: SoapModel): Xml => {
  try {
    return writeXml(name, row[name] ?? null, type, model.types)
  } catch (error) {
    throw error instanceof Unsayable ? unsaidOf(entity, name, row, error) : error
  }
}

const writeIncluded = (
  relation: RelationModel,
  member: string,
  value: Json,
  select: Selection,
  model: SoapModel,
): Xml => {
  const target = entityIn(model, relation.target)
  const attributes: Readonly<Record<string, string>> = member === relation.name ? {} : { as: member }
  return relation.kind === 'one'
    ? writeRow(relation.name, value, target, select, model, attributes)
    : writePage(relation.name, value, target, select, model, attributes)
}

export const writePage = (
  name: string,
  value: Json,
  entity: EntityModel,
  select: Selection | undefined,
  model: SoapModel,
  attributes: Readonly<Record<string, string>> = {},
): Xml => {
  const { items, next, count } = objectIn(name, value)
  if (!Array.isArray(items)) throw new Unsayable(`${name} is a page.`)
  const rows = (items as readonly Json[]).map((row) => writeRow('item', row, entity, select, model)).join('')
  const counted = count === undefined ? '' : writeCount(objectIn('count', count))
  return element(name, `${element('items', rows)}${writeNext(next ?? null)}${counted}`, attributes)
}

export const writeNext = (next: Json): Xml => (typeof next === 'string' ? textElement('next', next) : nil('next'))

const writeCount = ({ value, isExact }: JsonObject): Xml =>
  element('count', textElement('value', String(value)) + textElement('isExact', String(isExact)))
