import type { JsonObject } from '@charter/runtime'
import {
  alternativesOf,
  asList,
  entryOf,
  isRequired,
  itemOf,
  kindOf,
  membersOf,
  type Part,
  wholeCharter,
} from './charter-shape.ts'

/**
 * JSON Schema of what a model answers, derived from the charter's own so that the two cannot drift. Strict modes take
 * neither maps with names of their own nor members that may be absent. So a map is a list of entries with `name` and
 * `quote`; maps and lists are there always, empty if need be; and other optional members are a list, `options`, of objects
 * with one member each. `readAnswer` reads it back.
 */
export const answerSchema = (): JsonObject =>
  closed({ ...propertiesOf(wholeCharter), passedOver: { type: 'array', items: { type: 'string' } } })

const closed = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const propertiesOf = (object: Part): JsonObject => {
  const members = [...membersOf(object)]
  const always = members.filter(([name, member]) => isAlways(object, name, member))
  const optional = members.filter((entry) => !always.includes(entry))
  const options = optional.map(([name, member]) => closed({ [name]: formOf(member) }))
  return {
    ...Object.fromEntries(always.map(([name, member]) => [name, formOf(member)])),
    ...(options.length > 0 && { options: { type: 'array', items: { anyOf: options } } }),
  }
}

const isAlways = (object: Part, name: string, member: Part): boolean =>
  isRequired(object, name) || name === 'access' || ['dictionary', 'list'].includes(kindOf(member))

const formOf = (given: Part): JsonObject => {
  const part = asList(given) ?? given
  switch (kindOf(part)) {
    case 'dictionary':
      return { type: 'array', items: closed(entryProperties(part)) }
    case 'object':
      return closed(propertiesOf(part))
    case 'list':
      return { type: 'array', items: formOf(itemOf(part)) }
    case 'either':
      return { anyOf: alternativesOf(part).map(formOf) }
    case 'value':
      return formOfValue(part)
  }
}

const entryProperties = (dictionary: Part): JsonObject => {
  const names = (dictionary.schema.propertyNames as JsonObject).pattern as string
  return {
    name: { type: 'string', description: `Matches ${names}` },
    quote: { type: 'string', description: 'Copied from the words; empty where they do not say it.' },
    ...propertiesOf(entryOf(dictionary)),
  }
}

/** Patterns are told, not enforced: not every constrained decoder reads them. `check` does. */
const formOfValue = ({ schema, where }: Part): JsonObject => {
  const { type, enum: values, pattern } = schema
  if (Array.isArray(values)) return { type: 'string', enum: values }
  if (type === undefined && where === 'default')
    return { anyOf: ['string', 'number', 'boolean'].map((each) => ({ type: each })) }
  const told = Array.isArray(type) || type === undefined ? 'string' : type
  return { type: told, ...(pattern !== undefined && { description: `Matches ${pattern}` }) }
}
