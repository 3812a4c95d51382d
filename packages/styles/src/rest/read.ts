import { defaultLimits, isObject, type JsonObject } from '@charter/runtime'
import { readEntities, readTypes, type WrittenForms, writtenForms } from '../read/entities.ts'
import { objectIn, readSchema } from '../read/json-schema.ts'
import { commonSchemas } from './contract/common-schemas.ts'
import type { VisibleRest } from './visible.ts'

/** What an OpenAPI 3.1 document of ours says, in the standard's own words: the same as `visibleRest` of its charter. */
export const readRest = (documents: Readonly<Record<string, string>>): VisibleRest => {
  const document = JSON.parse(Object.values(documents)[0] ?? '{}') as JsonObject
  const schemas = objectIn(objectIn(document, 'components'), 'schemas')
  const info = objectIn(document, 'info')
  const forms = formsIn(document)
  const entities = readEntities(schemas, forms)
  const base = serverIn(document)
  return {
    title: String(info.title),
    version: String(info.version),
    routes: Object.entries(objectIn(document, 'paths'))
      .flatMap(([path, item]) =>
        // What names a server of its own is not below this API's.
        Object.keys(isObject(item) && !('servers' in item) ? item : {})
          .filter((method) => method !== 'parameters')
          .map((method) => `${method.toUpperCase()} ${base}${path}`),
      )
      .sort(),
    entities,
    types: readTypes(schemas, forms, Object.keys(commonSchemas(defaultLimits))),
  }
}

/** A body by reference, where a row is answered: 201 to one that makes it, a merge patch to one that changes it. */
const formsIn = (document: JsonObject): WrittenForms => {
  const operations = Object.values(objectIn(document, 'paths')).flatMap((item) =>
    Object.values(isObject(item) ? item : {}).filter(isObject),
  )
  return writtenForms(
    operations.flatMap((operation) => {
      const body = objectIn(objectIn(operation, 'requestBody'), 'content')
      const responses = objectIn(operation, 'responses')
      const schema = schemaIn(body)
      const row = schemaIn(objectIn(objectIn(responses, '201' in responses ? '201' : '200'), 'content'))
      if (schema === undefined || row === undefined) return []
      const form = '201' in responses ? 'create' : 'application/merge-patch+json' in body ? 'update' : 'replace'
      return [{ row, form, schema }]
    }),
  )
}

const schemaIn = (content: JsonObject): string | undefined => {
  const { kind, name } = { name: '', ...readSchema(objectIn(objectIn(content, 'application/json'), 'schema')) }
  return kind === 'named' ? name : undefined
}

const serverIn = ({ servers }: JsonObject): string => {
  const first = Array.isArray(servers) ? (servers as readonly JsonObject[])[0] : undefined
  return String(first?.url ?? '').replace(/\/$/, '')
}
