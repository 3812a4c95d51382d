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

/** A schema that stands alone: with the definitions that it refers to, and no others. */
export const standalone = (schema: JsonObject, definitions: JsonObject): JsonObject => {
  const used = new Map<string, JsonObject[string]>()
  const follow = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const definition = definitions[name]
      if (used.has(name) || definition === undefined) continue
      used.set(name, definition)
      follow(JSON.stringify(definition))
    }
  }
  follow(JSON.stringify(schema))
  const sorted = [...used].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...schema,
    ...(sorted.length > 0 && { $defs: Object.fromEntries(sorted) }),
  }
}
