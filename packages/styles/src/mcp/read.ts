import { isObject, type JsonObject } from '@charter/runtime'
import { readEntities, readTypes, type WrittenForms, writtenForms } from '../read/entities.ts'
import { objectIn, readMembers } from '../read/json-schema.ts'
import type { VisibleMcp, VisibleTool } from './visible.ts'

/** What the list of tools says, in the words of MCP and JSON Schema: the same as `visibleMcp` of its charter. */
export const readMcp = (documents: Readonly<Record<string, string>>): VisibleMcp => {
  const document = JSON.parse(Object.values(documents)[0] ?? '{}') as JsonObject
  const server = objectIn(document, 'server')
  const tools = listIn(document, 'tools')
  const definitions = objectIn(document, '$defs')
  const forms = formsIn(tools)
  const entities = readEntities(definitions, forms)
  return {
    title: String(server.title),
    version: String(server.version),
    tools: tools.map((tool) => toolIn(tool, definitions)),
    resources: listIn(document, 'resourceTemplates').map(({ uriTemplate }) => String(uriTemplate)),
    entities,
    types: readTypes(definitions, forms, ['Count', 'AuditPage', 'Filter', 'Include']),
  }
}

/** A value by reference: with a key it is of a row that there is, and who replaces that one destroys. */
const formsIn = (tools: readonly JsonObject[]): WrittenForms =>
  writtenForms(
    tools.flatMap((tool) => {
      const { key, value } = readMembers(objectIn(tool, 'inputSchema'))
      const { result } = readMembers(objectIn(tool, 'outputSchema'))
      if (value?.type.kind !== 'named' || result?.type.kind !== 'named') return []
      const isReplaced = objectIn(tool, 'annotations').destructiveHint === true
      const form = key === undefined ? 'create' : isReplaced ? 'replace' : 'update'
      return [{ row: result.type.name, form, schema: value.type.name }]
    }),
  )

const listIn = (of: JsonObject, name: string): readonly JsonObject[] => {
  const found = of[name]
  return Array.isArray(found) ? (found as readonly JsonObject[]).filter(isObject) : []
}

const toolIn = (tool: JsonObject, definitions: JsonObject): VisibleTool => {
  const { readOnlyHint, destructiveHint } = objectIn(tool, 'annotations')
  const { key, value, ...others } = readMembers(objectIn(tool, 'inputSchema'))
  return {
    name: String(tool.name),
    title: String(tool.title),
    isRead: readOnlyHint === true,
    isDestructive: destructiveHint === true,
    key: key?.type.kind === 'record' ? key.type.members : undefined,
    value:
      value?.type.kind === 'named'
        ? { kind: 'record', members: readMembers(objectIn(definitions, value.type.name)) }
        : value?.type,
    others: Object.keys(others).sort(),
  }
}
