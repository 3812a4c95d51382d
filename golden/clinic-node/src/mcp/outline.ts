import { isObject, type Json, type JsonObject, ownMember } from '../runtime/index.ts'

/**
 * What a model needs of a result's schema: the names in it and what kind each is. Rows of `entity` are told to their members and no
 * further, so that an outline is as long as a row and not as all that relations lead to; whole schemas are in the contract. Every
 * answer that the whole schema allows is one that the outline allows.
 */
export const outlineOf = (schema: JsonObject, definitions: JsonObject, entity: string | undefined): JsonObject => {
  const definitionOf = ($ref: string): Json | undefined => ownMember(definitions, $ref.slice('#/$defs/'.length))
  const kindOf = (of: Json | undefined): JsonObject => {
    const schema = isObject(of) && typeof of.$ref === 'string' ? definitionOf(of.$ref) : of
    return isObject(schema) && schema.type !== undefined ? { type: schema.type } : {}
  }
  const inner = (of: Json | undefined, isRow: boolean, depth: number): JsonObject => {
    if (!isObject(of)) return {}
    const { $ref, type, properties, items, required } = of
    if (typeof $ref === 'string') {
      if ($ref === `#/$defs/${entity}`) return inner(definitionOf($ref), true, depth)
      return depth < depthMax ? inner(definitionOf($ref), false, depth + 1) : kindOf(of)
    }
    if (isObject(items)) return { type: type ?? 'array', items: inner(items, false, depth) }
    if (!isObject(properties)) return kindOf(of)
    const members = Object.entries(properties).map(([name, member]) => [
      name,
      isRow ? kindOf(member) : inner(member, false, depth + 1),
    ])
    return {
      type: type ?? 'object',
      properties: Object.fromEntries(members),
      ...(required !== undefined && { required }),
    }
  }
  return inner(schema, false, 0)
}

/** How deep references are gone along: a result, and the page that it is. */
const depthMax = 2
