import type { Json, JsonObject } from '@charter/runtime'
import { documentShape } from './document-shape.ts'
import type { Shape } from './shape.ts'
import type { StyleWithSettings } from './style-settings.ts'

/** JSON Schema (2020-12) of a charter in one file that speaks to these styles, from the same shapes that `check` reads by. */
export const charterSchema = (styles: readonly StyleWithSettings[]): JsonObject => {
  const { whole, definitions } = documentShape(styles)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Charter',
    description: 'An API: its types, entities, relations, operations, and who may do what.',
    ...schemaOf(whole),
    $defs: Object.fromEntries(Object.entries(definitions).map(([name, shape]) => [name, schemaOf(shape)])),
  }
}

/** An entity in a file of its own (`entities/<Name>.yaml`) is `$defs/entity`. */
const schemaOf = (shape: Shape): JsonObject => {
  switch (shape.kind) {
    case 'text':
      return { type: 'string', ...(shape.pattern ? { pattern: anchored(shape.pattern.source) } : {}) }
    case 'number':
    case 'boolean':
    case 'null':
      return { type: shape.kind }
    case 'quantity':
      return { type: ['number', 'string'] }
    case 'choice':
      return { enum: shape.values }
    case 'any':
      return {}
    case 'list':
      return {
        type: 'array',
        items: schemaOf(shape.of),
        ...(shape.lengthMin ? { minItems: shape.lengthMin } : {}),
        ...(shape.of.kind === 'any' ? {} : { uniqueItems: true }),
      }
    case 'dictionary':
      return {
        type: 'object',
        propertyNames: { pattern: anchored(shape.names.source) },
        additionalProperties: schemaOf(shape.of),
      }
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(Object.entries(shape.members).map(([name, member]) => [name, schemaOf(member)])),
        ...(shape.required.length ? { required: shape.required as Json } : {}),
        additionalProperties: false,
      }
    case 'either':
      return { anyOf: shape.of.map(schemaOf) }
    case 'ref':
      return { $ref: `#/$defs/${shape.name}` }
  }
}

const anchored = (source: string): string => `^(?:${source})$`
