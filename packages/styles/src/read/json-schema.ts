import { isObject, type Json, type JsonObject } from '@charter/runtime'
import { compact, type VisibleMembers, type VisibleType } from './visible.ts'

/** What ends the name of a type's schema as it is given; no name in a charter has a hyphen. */
export const inputEnding = '-Input'

/** The type that a schema of JSON Schema 2020-12 means, as our contracts write it; descriptions and defaults are not looked at. */
export const readSchema = (given: JsonObject): VisibleType => {
  const schema = withoutNull(given)
  const reference = typeof schema.$ref === 'string' ? /([^/]+)$/.exec(schema.$ref)?.[1] : undefined
  // What is given for a type has the same values, more of them as numbers.
  if (reference !== undefined) return { kind: 'named', name: reference.replace(inputEnding, '') }
  if (Array.isArray(schema.oneOf)) return readUnion(schema.oneOf as readonly JsonObject[])
  if (Array.isArray(schema.anyOf)) return { kind: 'text', format: 'ip' }
  switch (schema.type) {
    case 'string':
      return readText(schema)
    case 'integer':
      return schema.format === 'int64'
        ? compact({ kind: 'int64', min: textIn(schema, 'minimum'), max: textIn(schema, 'maximum') })
        : compact({
            kind: 'int32',
            min: unless(schema, 'minimum', -2_147_483_648),
            max: unless(schema, 'maximum', 2_147_483_647),
          })
    case 'number':
      return compact({ kind: 'float64', min: textIn(schema, 'minimum'), max: textIn(schema, 'maximum') })
    case 'boolean':
    case 'null':
      return { kind: schema.type }
    case 'array':
      return compact({
        kind: 'array',
        items: readSchema(objectIn(schema, 'items')),
        lengthMin: numberIn(schema, 'minItems') || undefined,
        lengthMax: numberIn(schema, 'maxItems'),
      })
    case 'object':
      return isObject(schema.additionalProperties)
        ? compact({
            kind: 'map',
            values: readSchema(schema.additionalProperties),
            lengthMax: numberIn(schema, 'maxProperties'),
          })
        : { kind: 'record', members: readMembers(schema) }
    default:
      return { kind: 'json' }
  }
}

/** Properties of an object: which there are, which must be there, which may be null. */
export const readMembers = (schema: JsonObject): VisibleMembers => {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.fromEntries(
    Object.entries(objectIn(schema, 'properties')).map(([name, of]) => {
      const property = isObject(of) ? of : {}
      return [
        name,
        { type: readSchema(property), isNullable: isNullable(property), isRequired: required.includes(name) },
      ]
    }),
  )
}

const isNullable = ({ type, anyOf }: JsonObject): boolean =>
  (Array.isArray(type) && type.includes('null')) || nullIn(anyOf) !== undefined

const nullIn = (anyOf: Json | undefined): Json | undefined =>
  Array.isArray(anyOf) ? (anyOf as readonly Json[]).find((each) => isObject(each) && each.type === 'null') : undefined

const withoutNull = (schema: JsonObject): JsonObject => {
  const { type, anyOf } = schema
  if (Array.isArray(type)) {
    const values = Array.isArray(schema.enum)
      ? { enum: (schema.enum as readonly Json[]).filter((value) => value !== null) }
      : {}
    return { ...schema, ...values, type: (type as readonly Json[]).find((each) => each !== 'null') ?? null }
  }
  if (nullIn(anyOf) === undefined || !Array.isArray(anyOf)) return schema
  const [other] = (anyOf as readonly Json[]).filter((each) => isObject(each) && each.type !== 'null')
  return isObject(other) ? other : schema
}

/** What a pattern of ours stands for, where the charter has a kind of its own for it. */
const knownPatterns: Readonly<Record<string, VisibleType>> = {
  '^-?(?:0|[1-9][0-9]*)$': { kind: 'int64' },
  '^-?P(?!$)(?:[0-9]{1,9}D)?(?:T(?=[0-9])(?:[0-9]{1,9}H)?(?:[0-9]{1,9}M)?(?:[0-9]{1,12}(?:\\.[0-9]{1,6})?S)?)?$': {
    kind: 'duration',
  },
  '^[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,6})?$': { kind: 'time' },
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,6})?$': { kind: 'dateTime' },
}

const knownFormats: Readonly<Record<string, VisibleType>> = {
  date: { kind: 'date' },
  'date-time': { kind: 'instant' },
  uuid: { kind: 'uuid' },
}

const textFormats: Readonly<Record<string, string>> = {
  '^\\+[1-9][0-9]{1,14}$': 'phone',
  '^[A-Z]{2}$': 'country',
  '^[A-Z]{3}$': 'currency',
}

const readText = (schema: JsonObject): VisibleType => {
  if (Array.isArray(schema.enum)) return { kind: 'enum', values: schema.enum.map(String) }
  if (schema.contentEncoding === 'base64') {
    const lengthMax = numberIn(schema, 'maxLength')
    return compact({ kind: 'bytes', lengthMax: lengthMax === undefined ? undefined : (lengthMax / 4) * 3 })
  }
  const pattern = typeof schema.pattern === 'string' ? schema.pattern : undefined
  const format = typeof schema.format === 'string' ? schema.format : undefined
  const known = knownPatterns[pattern ?? ''] ?? knownFormats[format ?? ''] ?? decimalOf(pattern)
  if (known) return known
  return compact({
    kind: 'text',
    lengthMin: numberIn(schema, 'minLength'),
    lengthMax: numberIn(schema, 'maxLength'),
    pattern: /^\^\(\?:(.*)\)\$$/s.exec(pattern ?? '')?.[1],
    format: textFormats[pattern ?? ''] ?? format,
  })
}

const decimal = /^\^-\?(0|\[0-9\]|\(\?:0\|\[1-9\]\[0-9\]\{0,(\d+)\}\))(?:\\\.\[0-9\]\{(\d+)\})?\$$/

const decimalOf = (pattern: string | undefined): VisibleType | undefined => {
  const found = decimal.exec(pattern ?? '')
  if (!found) return undefined
  const [, integer, more, fraction] = found
  const scale = Number(fraction ?? 0)
  const whole = integer === '0' ? 0 : integer === '[0-9]' ? 1 : Number(more) + 1
  return { kind: 'decimal', precision: whole + scale, scale }
}

const readUnion = (variants: readonly JsonObject[]): VisibleType => {
  const tags = variants.map((variant) =>
    Object.entries(objectIn(variant, 'properties')).find(([, of]) => isObject(of) && of.const !== undefined),
  )
  const tag = tags[0]?.[0] ?? ''
  return {
    kind: 'union',
    tag,
    variants: Object.fromEntries(
      variants.map((variant, at) => {
        const of = tags[at]?.[1]
        const { [tag]: _tag, ...members } = readMembers(variant)
        return [isObject(of) ? String(of.const) : '', members]
      }),
    ),
  }
}

export const objectIn = (of: JsonObject, name: string): JsonObject => {
  const found = of[name]
  return isObject(found) ? found : {}
}

const numberIn = (of: JsonObject, name: string): number | undefined => {
  const found = of[name]
  return typeof found === 'number' ? found : undefined
}

const textIn = (of: JsonObject, name: string): string | undefined =>
  of[name] === undefined ? undefined : String(of[name])

const unless = (of: JsonObject, name: string, usual: number): string | undefined =>
  of[name] === usual ? undefined : textIn(of, name)
