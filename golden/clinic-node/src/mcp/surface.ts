import type { JsonObject } from '../runtime/index.ts'

/** The MCP plan of a charter: the tools that a model is given, and the rows it can read as resources. */
export interface McpSurface {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly description: string
  readonly path: string
  readonly tools: readonly McpTool[]
  /** So many tools that a model is given two, to find and to call them, rather than all at once. */
  readonly isGrouped: boolean
  readonly resources: readonly McpResource[]
  /** Schemas that those of tools refer to as `#/$defs/<name>`. */
  readonly definitions: JsonObject
}

export interface McpTool {
  /** At most 64 of `A-Z a-z 0-9 _ -`, once given kept. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** `Patient.read`, or a custom operation's own name. */
  readonly operation: string
  /** Whose rows are answered. */
  readonly answers?: string
  readonly isRead: boolean
  readonly isDestructive: boolean
  /** JSON Schema 2020-12, definitions apart. */
  readonly input: JsonObject
  readonly output: JsonObject
}

/** A row as a resource: `clinic://patients/{id}`. */
export interface McpResource {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly uriTemplate: string
  readonly entity: string
  readonly key: readonly string[]
}

/** A schema that stands alone: with the definitions that it refers to, and no others. JSON Schema 2020-12, as MCP has it unless told. */
export const standalone = (schema: JsonObject, definitions: JsonObject): JsonObject => {
  const used = definitionsUsed([schema], definitions)
  return { ...schema, ...(Object.keys(used).length > 0 && { $defs: used }) }
}

/** Those of the definitions that schemas refer to, themselves or through others, by name. */
export const definitionsUsed = (schemas: readonly JsonObject[], definitions: JsonObject): JsonObject => {
  const used = new Map<string, JsonObject[string]>()
  const follow = (schema: JsonObject[string]): void => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const definition = definitions[name]
      if (used.has(name) || definition === undefined) continue
      used.set(name, definition)
      follow(definition)
    }
  }
  for (const schema of schemas) follow(schema)
  return Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1)))
}
