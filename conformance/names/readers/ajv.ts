import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Reader } from '../reader.ts'

/** ajv compiles the schemas of every tool of MCP. */
export const ajv: Reader = {
  name: 'ajv',
  missing: () => null,
  read: async (all) =>
    all.flatMap(({ seed, styles }) =>
      Object.values(styles.mcp ?? {}).flatMap((text) => {
        // The document is ours: `tools` with their schemas, and beside them what these share.
        const { tools, $defs } = JSON.parse(text) as { readonly tools: readonly Tool[]; readonly $defs: object }
        return tools.flatMap((tool) => complaintsOf(tool, $defs).map((said) => `seed ${seed}: ${tool.name}: ${said}`))
      }),
    ),
}

interface Tool {
  readonly name: string
  readonly inputSchema: object
  readonly outputSchema?: object
}

const complaintsOf = ({ inputSchema, outputSchema }: Tool, $defs: object): readonly string[] =>
  [inputSchema, outputSchema].flatMap((schema) => {
    if (!schema) return []
    try {
      const validator = new Ajv2020.default({ strict: false })
      addFormats.default(validator)
      validator.compile({ ...schema, $defs })
      return []
    } catch (error) {
      return [String(error)]
    }
  })
