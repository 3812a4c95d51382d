import { childOf, elementsOfAnswerMax, parseXml, type XmlElement } from './transport/parse-xml.ts'
import { nameOf } from './transport/xml-name.ts'
import type {
  VisibleElement,
  VisibleElements,
  VisibleOperation,
  VisibleRow,
  VisibleSoap,
  VisibleXml,
} from './visible.ts'

/** What a WSDL of ours says, in the words of WSDL 1.1 and XML Schema 1.0: the same as `visibleSoap` of its charter. */
export const readSoap = (documents: Readonly<Record<string, string>>): VisibleSoap => {
  const parsed = parseXml(Object.values(documents)[0] ?? '', { elementsMax: elementsOfAnswerMax })
  if ('error' in parsed) throw new Error(parsed.error)
  const { root } = parsed
  const schema = childOf(childOf(root, 'types') ?? root, 'schema') ?? root
  const declared = (name: string): XmlElement | undefined =>
    schema.children.find((child) => child.attributes.name === name)
  const rowNames = schema.children.flatMap(({ attributes: { name = '' } }) =>
    declared(`${name}IncludedPage`) ? [name] : [],
  )
  const own = new Set(['AuditPage', 'Condition', 'Conditions', 'Where', 'problem'])
  const derived = new Set(rowNames.flatMap((name) => endings.map((ending) => `${name}${ending}`)))
  const operations = childOf(root, 'portType')?.children.map(({ attributes }) => attributes.name ?? '') ?? []
  const messages = new Set(operations.flatMap((name) => [name, `${name}Response`]))
  return {
    service: root.attributes.name ?? '',
    namespace: root.attributes.targetNamespace ?? '',
    operations: Object.fromEntries(operations.map((name) => [name, operationIn(name, declared)])),
    rows: Object.fromEntries(rowNames.map((name) => [name, rowIn(declared(name), rowNames)])),
    types: Object.fromEntries(
      schema.children.flatMap((child): [string, VisibleXml][] => {
        const { name = '' } = child.attributes
        return derived.has(name) || own.has(name) || messages.has(name) ? [] : [[name, typeIn(child)]]
      }),
    ),
  }
}

const endings = [
  '',
  'Page',
  'Included',
  'IncludedPage',
  'Key',
  'Create',
  'Replace',
  'Update',
  'Select',
  'Include',
  'Aggregates',
]

type Declared = (name: string) => XmlElement | undefined

/** Elements of a complex type's sequence, extensions' own included. */
const sequenceOf = (of: XmlElement | undefined): readonly XmlElement[] => {
  const complex = of?.name === 'complexType' ? of : of && childOf(of, 'complexType')
  return (complex && childOf(complex, 'sequence')?.children) ?? []
}

const localName = (type = ''): string => type.replace(/^\w+:/, '')

const operationIn = (name: string, declared: Declared): VisibleOperation => {
  const parts = sequenceOf(declared(name))
  const part = (of: string): XmlElement | undefined => parts.find(({ attributes }) => attributes.name === of)
  const named = (of: XmlElement | undefined): XmlElement | undefined =>
    of && (of.attributes.type ? declared(localName(of.attributes.type)) : of)
  const [key, value] = [named(part('key')), named(part('value'))]
  const result = sequenceOf(declared(`${name}Response`)).find(({ attributes }) => attributes.name === 'result')
  const type = result?.attributes.type
  return {
    key: key && elementsIn(key),
    value: value && elementsIn(value),
    isWrite: part('idempotencyKey') !== undefined,
    answers:
      result &&
      (type?.startsWith('tns:') &&
      declared(localName(type))?.name === 'complexType' &&
      isEntityType(localName(type), declared)
        ? localName(type)
        : typeIn(result)),
  }
}

/** A row, a page, a trail or groups: not a type of the charter's own. */
const isEntityType = (name: string, declared: Declared): boolean =>
  name === 'AuditPage' ||
  ['', 'Page', 'Aggregates'].some(
    (ending) =>
      name.endsWith(ending) && declared(`${name.slice(0, name.length - ending.length)}IncludedPage`) !== undefined,
  )

const elementsIn = (of: XmlElement): VisibleElements =>
  Object.fromEntries(
    sequenceOf(of).map((element): [string, VisibleElement] => [
      nameOf(element.attributes.name ?? ''),
      {
        type: typeIn(element),
        isNeeded: element.attributes.minOccurs !== '0',
        isNillable: element.attributes.nillable === 'true',
      },
    ]),
  )

const rowIn = (of: XmlElement | undefined, rows: readonly string[]): VisibleRow => {
  const members = sequenceOf(of).map((element) => [element.attributes.name ?? '', element] as const)
  const targetOf = ({ attributes }: XmlElement): VisibleRow['relations'][string] | undefined => {
    const type = localName(attributes.type)
    const isMany = type.endsWith('IncludedPage')
    const target = type.replace(/Included(?:Page)?$/, '')
    return target !== type && rows.includes(target) ? { target, isMany } : undefined
  }
  const relations = members.flatMap(([name, element]) => {
    const target = targetOf(element)
    return target ? [[name, target] as const] : []
  })
  return {
    fields: Object.fromEntries(
      members.filter(([, element]) => !targetOf(element)).map(([name, element]) => [name, typeIn(element)]),
    ),
    relations: Object.fromEntries(relations),
  }
}

/** The type of an element or an attribute, or a type of its own name. */
const typeIn = (of: XmlElement): VisibleXml => {
  const { type } = of.attributes
  if (type !== undefined)
    return type.startsWith('xs:') ? { base: localName(type), facets: [] } : { named: localName(type) }
  const simple = of.name === 'simpleType' ? of : childOf(of, 'simpleType')
  if (simple) return simpleIn(simple)
  const complex = of.name === 'complexType' ? of : childOf(of, 'complexType')
  if (!complex) return { base: 'string', facets: [] }
  const extended = childOf(complex, 'simpleContent') ?? childOf(complex, 'complexContent')
  if (extended) return typeNamed(childOf(extended, 'extension')?.attributes.base)
  const choice = childOf(complex, 'choice')
  if (choice)
    return {
      variants: Object.fromEntries(
        choice.children.map((variant) => [nameOf(variant.attributes.name ?? ''), elementsIn(variant)]),
      ),
    }
  return partsIn(complex)
}

const typeNamed = (type = ''): VisibleXml =>
  type.startsWith('xs:') ? { base: localName(type), facets: [] } : { named: localName(type) }

const simpleIn = (simple: XmlElement): VisibleXml => {
  const restriction = childOf(simple, 'restriction')
  return {
    base: localName(restriction?.attributes.base),
    facets: (restriction?.children ?? []).map(({ name, attributes }) => `${name} ${attributes.value}`),
  }
}

/** A list of items or entries where its one element may come several times; else members. */
const partsIn = (complex: XmlElement): VisibleXml => {
  const [only, ...more] = sequenceOf(complex)
  if (only && more.length === 0 && only.attributes.maxOccurs !== undefined) {
    const occurs = `${only.attributes.minOccurs ?? '1'}..${only.attributes.maxOccurs}`
    return only.attributes.name === 'entry' ? { entries: typeIn(only), occurs } : { items: typeIn(only), occurs }
  }
  return { members: elementsIn(complex) }
}
