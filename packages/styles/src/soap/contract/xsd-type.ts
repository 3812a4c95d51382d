import type { Member, TextType, Type } from '@charter/runtime'
import { element, escaped, type Xml } from '../transport/write-xml.ts'
import { xmlName } from '../transport/xml-name.ts'
import { xsdPattern } from './xsd-pattern.ts'

/** How an element of a type is declared: by the name of a type, or with one of its own inside. */
export type Declared = { readonly type: string } | { readonly content: Xml }

/** The type of an element that holds a value (XML Schema 1.0 part 2), constraints as facets. */
export const xsdType = (type: Type, typeName: (name: string) => string): Declared => {
  switch (type.kind) {
    case 'text':
      return textType(type)
    case 'int32':
      return restricted('xs:int', range(type))
    case 'int64':
      return restricted('xs:long', range(type))
    case 'decimal':
      return restricted(
        'xs:decimal',
        `${facet('totalDigits', type.precision)}${facet('fractionDigits', type.scale)}${range(type)}`,
      )
    case 'float64':
      return restricted('xs:double', range(type))
    case 'boolean':
      return { type: 'xs:boolean' }
    case 'date':
      return restricted('xs:date', range(type, ['today']))
    case 'time':
      return { type: 'xs:time' }
    case 'dateTime':
    case 'instant':
      return restricted('xs:dateTime', type.kind === 'instant' ? range(type, ['now']) : '')
    case 'duration':
      return { type: 'xs:duration' }
    case 'uuid':
      return restricted('xs:string', facet('pattern', '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'))
    case 'bytes':
      return restricted('xs:base64Binary', type.lengthMax === undefined ? '' : facet('maxLength', type.lengthMax))
    case 'enum':
      return restricted('xs:string', type.values.map((value) => facet('enumeration', value)).join(''))
    case 'json':
      return { type: 'xs:string' }
    case 'array':
      return {
        content: listOf(
          declaration('item', xsdType(type.items, typeName), { ...counts(type.lengthMin, type.lengthMax) }),
        ),
      }
    case 'vector':
      return { content: listOf(declaration('item', { type: 'xs:double' }, counts(type.size, type.size))) }
    case 'map':
      return { content: listOf(mapEntry(xsdType(type.values, typeName), type.lengthMax)) }
    case 'record':
      return { content: listOf(type.members.map((member) => memberElement(member, typeName)).join('')) }
    case 'union':
      return {
        content: element(
          'xs:complexType',
          element(
            'xs:choice',
            Object.entries(type.variants)
              .map(([name, members]) =>
                declaration(xmlName(name), {
                  content: listOf(members.map((member) => memberElement(member, typeName)).join('')),
                }),
              )
              .join(''),
          ),
        ),
      }
    case 'named':
      return { type: `tns:${typeName(type.name)}` }
  }
}

/** A complex type of a sequence of elements. */
export const listOf = (elements: Xml, attributes: Xml = ''): Xml =>
  element('xs:complexType', element('xs:sequence', elements) + attributes)

export const memberElement = (
  { name, type, isOptional, default: fallback, description }: Member,
  typeName: (name: string) => string,
): Xml =>
  declaration(
    name,
    xsdType(type, typeName),
    isOptional || fallback ? { minOccurs: '0', ...(isOptional && { nillable: 'true' }) } : {},
    description,
  )

export const declaration = (
  name: string,
  declared: Declared,
  attributes: Readonly<Record<string, string>> = {},
  description?: string,
): Xml => {
  const documented = description === undefined ? '' : documentation(description)
  return 'type' in declared
    ? element('xs:element', documented, { name, type: declared.type, ...attributes })
    : element('xs:element', documented + declared.content, { name, ...attributes })
}

export const documentation = (text: string): Xml =>
  element('xs:annotation', element('xs:documentation', escaped(printableText(text), 'A description')))

const printableText = (text: string): string =>
  Array.from(text.toWellFormed(), (point) =>
    (point.codePointAt(0) ?? 0) < 0x20 && !'\n\r\t'.includes(point) ? ' ' : point,
  )
    .join('')
    .replaceAll(/[\ufffe\uffff]/g, ' ')

const counts = (least: number | undefined, most: number | undefined): Readonly<Record<string, string>> => ({
  minOccurs: String(least ?? 0),
  maxOccurs: most === undefined ? 'unbounded' : String(most),
})

const mapEntry = (declared: Declared, most: number | undefined): Xml => {
  const occurs = counts(0, most)
  const key = element('xs:attribute', '', { name: 'key', type: 'xs:string', use: 'required' })
  const simple = 'type' in declared && declared.type.startsWith('xs:') ? declared.type : null
  // A value with facets or parts of its own keeps them out of the entry, which has its key beside the value.
  const content = simple
    ? element('xs:simpleContent', element('xs:extension', key, { base: simple }))
    : 'type' in declared
      ? element('xs:complexContent', element('xs:extension', key, { base: declared.type }))
      : declared.content.includes('<xs:simpleType>')
        ? element('xs:simpleContent', element('xs:extension', key, { base: baseOf(declared.content) }))
        : null
  if (content === null && 'content' in declared)
    return element(
      'xs:element',
      declared.content.replace(/<\/xs:complexType>$/, () => `${key}</xs:complexType>`),
      { name: 'entry', ...occurs },
    )
  return element('xs:element', element('xs:complexType', content ?? ''), { name: 'entry', nillable: 'true', ...occurs })
}

const baseOf = (content: Xml): string => /base="([^"]+)"/.exec(content)?.[1] ?? 'xs:string'

const restricted = (base: string, facets: Xml): Declared =>
  facets === '' ? { type: base } : { content: element('xs:simpleType', element('xs:restriction', facets, { base })) }

const facet = (name: string, value: string | number): Xml => element(`xs:${name}`, '', { value: String(value) })

const range = (
  { min, max }: { readonly min?: string | number; readonly max?: string | number },
  moving: readonly string[] = [],
): Xml =>
  `${min === undefined || moving.includes(String(min)) ? '' : facet('minInclusive', min)}${max === undefined || moving.includes(String(max)) ? '' : facet('maxInclusive', max)}`

const textType = ({ lengthMin, lengthMax, pattern, format }: TextType): Declared => {
  const translated =
    pattern === undefined ? (format === undefined ? null : (formats[format] ?? null)) : xsdPattern(pattern)
  return restricted(
    'xs:string',
    [
      lengthMin === undefined ? '' : facet('minLength', lengthMin),
      lengthMax === undefined ? '' : facet('maxLength', lengthMax),
      translated === null ? '' : facet('pattern', translated),
    ].join(''),
  )
}

/** What a format is to a validator; the service knows more of some. */
const formats: Readonly<Record<string, string>> = {
  email: '[^@\\s]+@[^@\\s]+',
  phone: '\\+[1-9][0-9]{6,14}',
  country: '[A-Z]{2}',
  currency: '[A-Z]{3}',
}
