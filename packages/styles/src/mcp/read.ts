import { isObject, type JsonObject } from '@charter/runtime'
import { readEntities, readTypes } from '../read/entities.ts'
import { objectIn, readMembers } from '../read/json-schema.ts'
import type { VisibleMcp, VisibleTool } from './visible.ts'

/** What the list of tools says, in the words of MCP and JSON Schema: the same as `visibleMcp` of its charter. */
export const readMcp = (documents: Readonly<Record<string, string>>): VisibleMcp => {
  const document = JSON.parse(Object.values(documents)[0] ?? '{}') as JsonObject
  const server = objectIn(document, 'server')
  const tools = listIn(document, 'tools')
  const definitions = objectIn(document, '$defs')
  const entities = readEntities(definitions)
  return {
    title: String(server.title),
    version: String(server.version),
    tools: tools.map(toolIn),
    resources: listIn(document, 'resourceTemplates').map(({ uriTemplate }) => String(uriTemplate)),
    entities,
    types: readTypes(definitions, entities, new Set(['Count', 'AuditPage', 'Filter', 'Include'])),
  }
}

const listIn = (of: JsonObject, name: string): readonly JsonObject[] => {
  const found = of[name]
  return Array.isArray(found) ? (found as readonly JsonObject[]).filter(isObject) : []
}

const toolIn = (tool: JsonObject): VisibleTool => {
  const { readOnlyHint, destructiveHint } = objectIn(tool, 'annotations')
  const { key, value, ...others } = readMembers(objectIn(tool, 'inputSchema'))
  return {
    name: String(tool.name),
    title: String(tool.title),
    isRead: readOnlyHint === true,
    isDestructive: destructiveHint === true,
    key: key?.type.kind === 'record' ? key.type.members : undefined,
    value: value?.type,
    others: Object.keys(others).sort(),
  }
}
