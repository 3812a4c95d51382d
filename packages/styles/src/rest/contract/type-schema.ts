import type { Deprecation, Member, TextFormat, Type } from '@charter/runtime'
import { deprecationSentence } from './deprecation-sentence.ts'
import { compact, reference, type Schema } from './json.ts'

/** Named types that are given in another form than they are answered in, each with the name of that form. */
export type InputNames = ReadonlyMap<string, string>

/**
 * JSON Schema 2020-12 of a type's canonical form, as it is answered. Named types are components. With `inputs`, of what is taken: a
 * JSON number as well, where the answer is its digits.
 */
export const typeSchema = (type: Type, inputs?: InputNames): Schema => {
  switch (type.kind) {
    case 'text':
      return compact({
        type: 'string',
        minLength: type.lengthMin,
        maxLength: type.lengthMax,
        // A pattern of ours matches the whole value; JSON Schema's does not unless it says so.
        pattern: type.pattern === undefined ? undefined : `^(?:${type.pattern})$`,
        ...(type.format ? textFormats[type.format] : {}),
      })
    case 'int32':
      return {
        type: 'integer',
        format: 'int32',
        minimum: type.min ?? -2_147_483_648,
        maximum: type.max ?? 2_147_483_647,
      }
    case 'int64':
      return type.isNumber
        ? compact({ type: 'integer', format: 'int64', minimum: numberOf(type.min), maximum: numberOf(type.max) })
        : {
            type: inputs ? ['string', 'integer'] : 'string',
            pattern: '^-?(?:0|[1-9][0-9]*)$',
            maxLength: 20,
            description: bounded('A whole number', type),
          }
    case 'decimal':
      return {
        type: inputs ? ['string', 'number'] : 'string',
        pattern: decimalPattern(type.precision, type.scale),
        description: bounded(`A decimal with ${type.scale} digits after the point`, type),
      }
    case 'float64':
      return compact({ type: 'number', format: 'double', minimum: type.min, maximum: type.max })
    case 'boolean':
      return { type: 'boolean' }
    case 'enum':
      return { type: 'string', enum: type.values }
    case 'json':
      return { description: 'Any JSON.' }
    case 'named':
      return reference('schemas', inputs?.get(type.name) ?? type.name)
    default:
      return isTextual(type) ? textualSchema(type) : compositeSchema(type, inputs)
  }
}

type Textual = Extract<Type, { kind: 'date' | 'time' | 'dateTime' | 'instant' | 'duration' | 'uuid' | 'bytes' }>

const isTextual = (type: Type): type is Textual =>
  ['date', 'time', 'dateTime', 'instant', 'duration', 'uuid', 'bytes'].includes(type.kind)

const textualSchema = (type: Textual): Schema => {
  switch (type.kind) {
    case 'date':
      return compact({ type: 'string', format: 'date', description: range('A date', type) })
    case 'time':
      return { type: 'string', pattern: `^${clock}$`, description: 'A time of day, without a zone.' }
    case 'dateTime':
      return {
        type: 'string',
        pattern: `^[0-9]{4}-[0-9]{2}-[0-9]{2}T${clock}$`,
        description: 'A date and time, without a zone.',
      }
    case 'instant':
      return compact({
        type: 'string',
        format: 'date-time',
        pattern: 'Z$',
        description: range('An instant in UTC', type),
      })
    case 'duration':
      // Not `format: duration`: RFC 3339 appendix A has months and weeks, and neither a sign nor parts of a second.
      return {
        type: 'string',
        pattern: durationPattern,
        description: 'Elapsed time in days, hours, minutes and seconds: `P1DT2H3M4.5S`, `-PT1S`.',
      }
    case 'uuid':
      // The format takes either case; one value has one spelling here.
      return { type: 'string', format: 'uuid', pattern: '^[0-9a-f-]{36}$' }
    case 'bytes':
      return compact({
        type: 'string',
        contentEncoding: 'base64',
        maxLength: type.lengthMax === undefined ? undefined : Math.ceil(type.lengthMax / 3) * 4,
      })
  }
}

const durationPattern =
  '^-?P(?!$)(?:[0-9]{1,9}D)?(?:T(?=[0-9])(?:[0-9]{1,9}H)?(?:[0-9]{1,9}M)?(?:[0-9]{1,12}(?:\\.[0-9]{1,6})?S)?)?$'

const clock = '[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,6})?'

type Composite = Extract<Type, { kind: 'array' | 'vector' | 'record' | 'union' | 'map' }>

const compositeSchema = (type: Type, inputs?: InputNames): Schema => {
  const composite = type as Composite
  switch (composite.kind) {
    case 'array':
      return compact({
        type: 'array',
        items: typeSchema(composite.items, inputs),
        minItems: composite.lengthMin,
        maxItems: composite.lengthMax,
      })
    case 'vector':
      return { type: 'array', items: { type: 'number' }, minItems: composite.size, maxItems: composite.size }
    case 'record':
      return membersSchema(composite.members, inputs)
    case 'union':
      return {
        oneOf: Object.entries(composite.variants).map(([name, members]) =>
          variantSchema(composite.tag, name, membersSchema(members, inputs)),
        ),
      }
    case 'map':
      return compact({
        type: 'object',
        additionalProperties: typeSchema(composite.values, inputs),
        maxProperties: composite.lengthMax,
      })
  }
}

const variantSchema = (tag: string, name: string, members: Schema): Schema => {
  const { properties, required = [] } = members as { properties: Schema; required?: readonly string[] }
  return {
    type: 'object',
    properties: { [tag]: { type: 'string', const: name }, ...properties },
    required: [tag, ...required],
    additionalProperties: false,
  }
}

/** An object of members: those that may be absent are not required, and may be null. */
export const membersSchema = (members: readonly Member[], inputs?: InputNames): Schema => {
  const required = members.filter((member) => !member.isOptional && !member.default).map(({ name }) => name)
  return compact({
    type: 'object',
    properties: Object.fromEntries(members.map((member) => [member.name, memberSchema(member, inputs)])),
    required: required.length > 0 ? required : undefined,
    additionalProperties: false,
  })
}

/** One member's schema with its description, nullable where it is optional, and its default where that is a value: not as
 * `default`, of which makers of clients (openapi-typescript) make a member that must be sent. */
export const memberSchema = (member: Member & { readonly deprecated?: Deprecation }, inputs?: InputNames): Schema => {
  const { type, isOptional, default: fallback, deprecated } = member
  const told = deprecated && { deprecated: true }
  const description = joined(member.description, deprecated && deprecationSentence(deprecated))
  const own = typeSchema(type, inputs)
  const schema: Schema = { ...(isOptional ? nullable(own) : own), ...told }
  if (fallback?.kind !== 'value') return compact({ ...schema, description: joined(description, schema.description) })
  const { value } = fallback
  const said = joined(joined(description, schema.description), `Where it is left out: ${JSON.stringify(value)}.`)
  return compact({ ...schema, description: said, 'x-default': value })
}

const joined = (said: string | undefined, known: unknown): string | undefined =>
  [said, known].filter((each) => typeof each === 'string' && each !== '').join(' ') || undefined

/** The schema or null (JSON Schema 2020-12 has no `nullable`). */
export const nullable = (schema: Schema): Schema => {
  if (schema.type === undefined) return schema.$ref || schema.oneOf ? { anyOf: [schema, { type: 'null' }] } : schema
  const values = schema.enum as readonly unknown[] | undefined
  return { ...schema, type: [schema.type, 'null'].flat(), ...(values && { enum: [...values, null] }) }
}

const numberOf = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : Number(digits))

const decimalPattern = (precision: number, scale: number): string => {
  const whole = precision - scale
  const integer = whole <= 0 ? '0' : whole === 1 ? '[0-9]' : `(?:0|[1-9][0-9]{0,${whole - 1}})`
  return `^-?${integer}${scale > 0 ? `\\.[0-9]{${scale}}` : ''}$`
}

const range = (what: string, { min, max }: { readonly min?: string; readonly max?: string }): string | undefined =>
  min === undefined && max === undefined ? undefined : bounded(what, { ...(min && { min }), ...(max && { max }) })

/** JSON Schema bounds numbers alone, so bounds of text are said in words. */
const bounded = (what: string, { min, max }: { readonly min?: string; readonly max?: string }): string =>
  `${what}${min === undefined ? '' : `, at least ${min}`}${max === undefined ? '' : `, at most ${max}`}.`

const textFormats: Readonly<Record<TextFormat, Schema>> = {
  email: { format: 'email' },
  uri: { format: 'uri' },
  phone: { pattern: '^\\+[1-9][0-9]{1,14}$' },
  hostname: { format: 'hostname' },
  ip: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
  country: { pattern: '^[A-Z]{2}$' },
  currency: { pattern: '^[A-Z]{3}$' },
}
