import { defaultLimits, isObject, type JsonObject } from '@charter/runtime'
import { readEntities, readTypes } from '../read/entities.ts'
import { objectIn } from '../read/json-schema.ts'
import { commonSchemas } from './contract/common-schemas.ts'
import type { VisibleRest } from './visible.ts'

/** What an OpenAPI 3.1 document of ours says, in the standard's own words: the same as `visibleRest` of its charter. */
export const readRest = (documents: Readonly<Record<string, string>>): VisibleRest => {
  const document = JSON.parse(Object.values(documents)[0] ?? '{}') as JsonObject
  const schemas = objectIn(objectIn(document, 'components'), 'schemas')
  const info = objectIn(document, 'info')
  const entities = readEntities(schemas)
  const base = serverIn(document)
  return {
    title: String(info.title),
    version: String(info.version),
    routes: Object.entries(objectIn(document, 'paths'))
      .flatMap(([path, item]) =>
        // What names a server of its own is not below this API's.
        Object.keys(isObject(item) && !('servers' in item) ? item : {}).map(
          (method) => `${method.toUpperCase()} ${base}${path}`,
        ),
      )
      .sort(),
    entities,
    types: readTypes(schemas, entities, new Set(Object.keys(commonSchemas(defaultLimits)))),
  }
}

const serverIn = ({ servers }: JsonObject): string => {
  const first = Array.isArray(servers) ? (servers as readonly JsonObject[])[0] : undefined
  return String(first?.url ?? '').replace(/\/$/, '')
}
