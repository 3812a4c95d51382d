import { isObject, type Json, type JsonObject, ownMember } from '@charter/runtime'

/**
 * What a model needs of a result's schema: the names in it and what kind each is. Rows of `entity` are told to their members and no
 * further, so that an outline is as long as a row and not as all that relations lead to; whole schemas are in the contract. Every
 * answer that the whole schema allows is one that the outline allows.
 */
export const outlineOf = (schema: JsonObject, definitions: JsonObject, entity: string | undefined): JsonObject => {
  const inner = (of: Json | undefined, isRow: boolean, depth: number): JsonObject => {
    if (!isObject(of)) return {}
    const { $ref } = of
    if (typeof $ref === 'string') {
      const name = $ref.slice('#/$defs/'.length)
      return isRow || depth >= depthMax
        ? kindOf(ownMember(definitions, name))
        : inner(ownMember(definitions, name), name === entity, depth + 1)
    }
    if (depth >= depthMax) return kindOf(of)
    if (isObject(of.items)) return { type: of.type ?? 'array', items: inner(of.items, isRow, depth) }
    if (!isObject(of.properties)) return kindOf(of)
    const { type = 'object', properties, required } = of
    const members = Object.entries(properties).map(([name, member]) => [
      name,
      isRow ? kindOf(member) : inner(member, false, depth + 1),
    ])
    return { type, properties: Object.fromEntries(members), ...(required !== undefined && { required }) }
  }
  return inner(schema, false, 0)
}

/** References and objects that an outline goes into: a result, its page, the rows in it. */
const depthMax = 5

const kindOf = (schema: Json | undefined): JsonObject =>
  isObject(schema) && schema.type !== undefined ? { type: schema.type } : {}
