import type { Charter, Diagnostic } from '@charter/charter'
import { mcpReporter } from './diagnostics.ts'
import { toolsOf } from './settings.ts'

/** Tools that the charter approves and that nothing offers. */
export const check = (charter: Charter): readonly Diagnostic[] => {
  const reporter = mcpReporter()
  const tools = toolsOf(charter)
  if (typeof tools === 'string') return []
  const known = [
    ...charter.entities.flatMap(({ name }) =>
      ['create', 'read', 'replace', 'update', 'delete', 'list', 'audit', 'aggregate'].map(
        (action) => `${name}.${action}`,
      ),
    ),
    ...charter.operations.map(({ name }) => name),
  ]
  const place = charter.places.mcp ?? charter.places[''] ?? { file: 'charter.yaml', line: 1, column: 1 }
  for (const name of tools)
    if (!known.includes(name)) reporter.report('mcp-unknown-tool', { place, path: 'mcp.tools' }, { name })
  return reporter.found
}
