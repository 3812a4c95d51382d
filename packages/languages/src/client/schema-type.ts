import { isObject, type Json, type JsonObject, ownMember } from '@charter/runtime'
import { docComment, propertyName, stringLiteral } from '../node/text.ts'
import { conditionType, sortType } from './condition-type.ts'

/** The TypeScript type of a schema of an OpenAPI 3.1 document. `isWhole`: every property is there, as far as it is a field. */
export const schemaType = (schema: Json | undefined, required?: ReadonlySet<string>): string => {
  if (!isObject(schema)) return 'unknown'
  const reference = ownMember(schema, '$ref')
  if (typeof reference === 'string') return typeName(reference.slice(reference.lastIndexOf('/') + 1))
  const variants = schema.anyOf ?? schema.oneOf
  if (Array.isArray(variants))
    return conditionType(variants, schemaType) ?? unionOf(variants.map((each) => schemaType(each)))
  if (Array.isArray(schema.enum)) return sortType(schema.enum) ?? unionOf(schema.enum.map(literalOf))
  if (schema.const !== undefined) return literalOf(schema.const)
  const kinds = [schema.type ?? 'any'].flat()
  return unionOf(kinds.map((kind) => kindType(String(kind), schema, required)))
}

/** A component's name as a type's. */
export const typeName = (name: string): string => {
  const plain = name.replaceAll(/[^\p{L}\p{N}_$]/gu, '_')
  return /^\p{N}/u.test(plain) ? `_${plain}` : taken.has(plain.replace(/_+$/, '')) ? `${plain}_` : plain
}

/** Names of the client's own, and of TypeScript's that it uses: an entity may well be called `Client`, `Plan` or `Record`. */
const taken: ReadonlySet<string> = new Set([
  ...[
    'ApiError',
    'ApiProblem',
    'CallOptions',
    'Chosen',
    'Client',
    'ClientOptions',
    'Code',
    'CodeOf',
    'CodesByStatus',
    'Condition',
    'Conditions',
    'Equality',
    'Input',
    'Order',
    'PageOf',
    'Plan',
    'ProblemCode',
  ],
  ...[
    'Result',
    'Row',
    'Sort',
    'Text',
    'Value',
    'AbortSignal',
    'Array',
    'Error',
    'Extract',
    'JSON',
    'Object',
    'Omit',
    'Partial',
    'Pick',
  ],
  ...['Promise', 'Readonly', 'ReadonlyArray', 'Record', 'Request', 'Response', 'ReturnType', 'String', 'URL'],
])

const kindType = (kind: string, schema: JsonObject, required?: ReadonlySet<string>): string => {
  switch (kind) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return listType(schemaType(schema.items))
    case 'object':
      return objectType(schema, required)
    default:
      return 'unknown'
  }
}

/** Long unions are easier to read between `<` and `>`. */
const listType = (item: string): string => (item.includes(' | ') ? `ReadonlyArray<${item}>` : `readonly (${item})[]`)

const objectType = (schema: JsonObject, whole?: ReadonlySet<string>): string => {
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : [])
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, of]) => {
    const isThere = required.has(name) || whole?.has(name)
    return `${docOf(of)}readonly ${propertyName(name)}${isThere ? '' : '?'}: ${schemaType(of)}`
  })
  const more = schema.additionalProperties
  if (members.length === 0) return `Readonly<Record<string, ${isObject(more) ? schemaType(more) : 'unknown'}>>`
  return `{\n${members.join('\n')}\n}`
}

const docOf = (schema: Json | undefined): string => {
  const text = isObject(schema) ? schema.description : undefined
  return typeof text === 'string' ? `${comment(text)}\n` : ''
}

/** Untrusted text within a comment ends no comment. */
export const comment = (text: string): string => docComment(text.replaceAll(/\s+/g, ' ').trim()) ?? ''

/** Of no types: what is said instead. */
export const unionOf = (types: readonly string[], none = 'never'): string => [...new Set(types)].join(' | ') || none

const literalOf = (value: Json): string =>
  typeof value === 'string'
    ? stringLiteral(value)
    : value === null || typeof value !== 'object'
      ? String(value)
      : 'unknown'
