import { createReporter, error } from '@charter/charter'

/** Every mistake that MCP finds in a charter. Each has a page `docs/diagnostics/<code>.md`. */
export const mcpDiagnostics = {
  'mcp-unknown-tool': error<{ name: string }>(
    ({ name }) => `\`mcp.tools\` approves \`${name}\`, and there is no such operation.`,
    () =>
      'Name operations as `Patient.read`, `Patient.list`, or a custom operation’s own name; or write `reads` or `all`.',
  ),
} as const

export const mcpReporter = () => createReporter(mcpDiagnostics)
