import {
  errorPointer,
  type InputErrors,
  type Json,
  type JsonObject,
  type Member,
  ownMember,
  parseJson,
  type Type,
} from '@charter/runtime'
import { instanceNamespace } from './names.ts'
import type { XmlElement } from './parse-xml.ts'
import { scalarOf, textOfScalar } from './scalar.ts'
import { element, escaped, nil, Unsayable, type Xml } from './write-xml.ts'
import { nameOf, xmlName } from './xml-name.ts'

export type Types = Readonly<Record<string, Type>>

/** Where what was read is noted that cannot be a value at all. */
export interface XmlContext {
  readonly types: Types
  readonly errors: InputErrors
}

export const isNil = ({ attributes }: XmlElement): boolean =>
  ['true', '1'].includes(attributes[`{${instanceNamespace}}nil`] ?? '')

/** The JSON value that an element of a type says. What is not of the type's form is given as it stands, for the executor to refuse. */
export const readXml = (of: XmlElement, type: Type, path: string, reading: XmlContext): Json => {
  if (isNil(of)) return null
  switch (type.kind) {
    case 'named':
      return readXml(of, typeNamed(reading.types, type.name), path, reading)
    case 'array':
      return isText(of) ? of.text : of.children.map((item, at) => readXml(item, type.items, `${path}/${at}`, reading))
    case 'vector':
      return isText(of)
        ? of.text
        : of.children.map((item, at) => readXml(item, { kind: 'float64' }, `${path}/${at}`, reading))
    case 'map':
      return isText(of) ? of.text : readEntries(of, type.values, path, reading)
    case 'record':
      return isText(of) ? of.text : readMembers(of, type.members, path, reading)
    case 'union':
      return isText(of) ? of.text : readVariant(of, type, path, reading)
    case 'json':
      return readJson(of, path, reading)
    default:
      return of.children.length > 0 ? anything(of) : scalarOf(type, of.text)
  }
}

const typeNamed = (types: Types, name: string): Type => types[name] ?? { kind: 'json' }

/** Text where elements belong: white space between elements is none. */
const isText = ({ children, text }: XmlElement): boolean => children.length === 0 && text.trim() !== ''

/** Members by name. One that is given twice is noted; one that nobody declared is read as it stands, to be refused by name. */
export const readMembers = (
  of: XmlElement,
  members: readonly Pick<Member, 'name' | 'type'>[],
  path: string,
  reading: XmlContext,
): JsonObject => {
  const known = new Map(members.map((member) => [member.name, member.type]))
  return collect(of, path, reading, (child, at) => {
    const type = known.get(nameOf(child.name))
    return type ? readXml(child, type, at, reading) : anything(child)
  })
}

const given = 'This element is given more than once.'

/** Notes what stands twice where there is one of each: whichever were read, its sender could have meant the other one. */
export const refuseTwice = (of: readonly XmlElement[], path: string, { errors }: XmlContext): void => {
  const found = new Set<string>()
  for (const { name } of of) {
    if (found.has(name)) errors.push({ path: path + errorPointer(name), code: 'duplicate', message: given })
    found.add(name)
  }
}

/** An object of an element's children, each read by `read`. */
export const collect = (
  of: XmlElement,
  path: string,
  { errors }: XmlContext,
  read: (child: XmlElement, path: string) => Json,
): JsonObject => {
  const found = new Map<string, Json>()
  for (const child of of.children) {
    const name = nameOf(child.name)
    const at = path + errorPointer(name)
    if (found.has(name)) errors.push({ path: at, code: 'duplicate', message: given })
    else found.set(name, read(child, at))
  }
  return Object.fromEntries(found)
}

const readEntries = (of: XmlElement, values: Type, path: string, reading: XmlContext): JsonObject => {
  const found = new Map<string, Json>()
  for (const entry of of.children) {
    const { key } = entry.attributes
    const at = path + errorPointer(key ?? '')
    if (key === undefined) reading.errors.push({ path, code: 'required', message: 'Give each entry a key.' })
    else if (found.has(key)) reading.errors.push({ path: at, code: 'duplicate', message: given })
    else found.set(key, readXml(entry, values, at, reading))
  }
  return Object.fromEntries(found)
}

const readVariant = (
  of: XmlElement,
  { tag, variants }: Extract<Type, { kind: 'union' }>,
  path: string,
  reading: XmlContext,
): JsonObject => {
  const [variant, another] = of.children
  if (another) reading.errors.push({ path, code: 'wrong-type', message: 'Give one element: which of them it is.' })
  if (!variant) return {}
  const name = nameOf(variant.name)
  return { [tag]: name, ...readMembers(variant, ownMember(variants, name) ?? [], path, reading) }
}

const readJson = (of: XmlElement, path: string, { errors }: XmlContext): Json => {
  if (of.children.length > 0) return anything(of)
  const parsed = parseJson(of.text)
  if ('value' in parsed) return parsed.value
  errors.push({ path, code: 'format', message: 'Give JSON text.' })
  return null
}

/** An element that nobody declared, as JSON. */
const anything = (of: XmlElement): Json =>
  isNil(of)
    ? null
    : of.children.length === 0
      ? of.text
      : Object.fromEntries(of.children.map((child) => [child.name, anything(child)]))

/** An element that says a value of a type. Throws Unsayable where XML, or the type's element, cannot say it. */
export const writeXml = (name: string, value: Json, type: Type, types: Types): Xml => {
  if (type.kind === 'named') return writeXml(name, value, typeNamed(types, type.name), types)
  if (type.kind === 'json') return element(name, escaped(spelled(JSON.stringify(value)), name))
  if (value === null) return nil(name)
  switch (type.kind) {
    case 'array':
      return element(
        name,
        items(name, value, (item) => writeXml('item', item, type.items, types)),
      )
    case 'vector':
      return element(
        name,
        items(name, value, (item) => writeXml('item', item, { kind: 'float64' }, types)),
      )
    case 'map':
      return element(
        name,
        Object.entries(objectIn(name, value))
          .map(([key, each]) => entry(key, each, type.values, types))
          .join(''),
      )
    case 'record':
      return element(name, writeMembers(objectIn(name, value), type.members, types))
    case 'union':
      return writeVariant(name, objectIn(name, value), type, types)
    default:
      if (typeof value === 'object') throw new Unsayable(`${name} has a value without parts, and parts were given.`)
      return element(name, escaped(textOfScalar(value), name))
  }
}

/** JSON can spell what XML cannot carry; `stringify` does so with all but two. */
const spelled = (json: string): string => json.replaceAll('\ufffe', '\\ufffe').replaceAll('\uffff', '\\uffff')

const entry = (key: string, value: Json, type: Type, types: Types): Xml => {
  const written = writeXml('entry', value, type, types)
  return written.replace(/^<entry/, () => `<entry key="${escaped(key, 'A key')}"`)
}

const items = (name: string, value: Json, write: (item: Json) => Xml): Xml => {
  if (!Array.isArray(value)) throw new Unsayable(`${name} is a list.`)
  return (value as readonly Json[]).map(write).join('')
}

export const objectIn = (name: string, value: Json): JsonObject => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unsayable(`${name} has members.`)
  return value as JsonObject
}

/** Members in the order of their declaration, as the schema has it; then those that nobody declared. */
export const writeMembers = (
  value: JsonObject,
  members: readonly Pick<Member, 'name' | 'type'>[],
  types: Types,
): Xml => {
  const known = members.filter(({ name }) => Object.hasOwn(value, name))
  const rest = Object.entries(value).filter(([name]) => !members.some((member) => member.name === name))
  return [
    ...known.map(({ name, type }) => writeXml(xmlName(name), value[name] ?? null, type, types)),
    ...rest.map(([name, each]) => writeUndeclared(name, each)),
  ].join('')
}

/** What nobody declared is refused by its name: its value is written for people to see. */
export const writeUndeclared = (name: string, value: Json): Xml => {
  if (value === null) return nil(xmlName(name))
  return element(xmlName(name), escaped(textOfScalar(value), name))
}

const writeVariant = (
  name: string,
  value: JsonObject,
  { tag, variants }: Extract<Type, { kind: 'union' }>,
  types: Types,
): Xml => {
  const { [tag]: variant, ...members } = value
  if (typeof variant !== 'string') throw new Unsayable(`${name} says which variant it is by the name of an element.`)
  return element(name, element(xmlName(variant), writeMembers(members, ownMember(variants, variant) ?? [], types)))
}
