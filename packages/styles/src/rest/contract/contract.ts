import { type Charter, exampleRows, toModel } from '@charter/charter'
import type { JsonObject, ServiceModel } from '@charter/runtime'
import { jsonText } from '../../read/json-text.ts'
import type { RestSurface } from '../surface.ts'
import { commonSchemas } from './common-schemas.ts'
import { commonName, redirected, renamed, settledNames } from './component-names.ts'
import { entitySchemas } from './entity-schemas.ts'
import { filePaths } from './file-paths.ts'
import { compact, type Schema } from './json.ts'
import { namedSchemas } from './named-schemas.ts'
import { type DocumentParts, operationDocument, pageResponses, sharedExamples } from './operation.ts'
import { idsBeside, operationIds } from './operation-ids.ts'
import { parameterComponents, pathParameters } from './parameters.ts'
import { pathTemplate } from './path.ts'
import { prune } from './prune.ts'
import { headerComponents, responseComponents } from './responses.ts'
import { operationSecurity, securityOf, securitySchemes } from './security.ts'
import { sessionPath } from './session-path.ts'
import { tokenEndpoint, tokenPath } from './token-endpoint.ts'

/** The contract: one OpenAPI 3.1.0 document as JSON, the same bytes for the same charter. */
export const contract = (charter: Charter, surface: RestSurface): Readonly<Record<string, string>> => ({
  'openapi.json': jsonText(openapi(charter, surface)),
})

const openapi = (charter: Charter, surface: RestSurface): Schema => {
  const model = toModel(charter, [])
  const entities = new Map(model.entities.map((entity) => [entity.name, entity]))
  const schemas = schemasOf(model)
  const names = settledNames(Object.keys(schemas))
  const writing = { model, entities, samples: samplesOf(model), names }
  return prune(
    settled(
      compact({
        openapi: '3.1.0',
        info: {
          title: charter.title,
          version: charter.version,
          description: charter.description ?? `The ${charter.title} service.`,
          contact: { name: charter.title },
        },
        servers: [{ url: surface.base || '/', description: 'This service.' }],
        security: securityOf(charter),
        tags: tagsOf(model, surface),
        paths: {
          ...pathsOf(charter, writing, surface),
          ...filePaths(surface, {
            model,
            beside: pathParameters(model),
            security: (operation) => operationSecurity(charter, model, operation),
            idOf: idsBeside(surface.routes),
          }),
          ...(charter.access.cookies && { '/session': sessionPath(charter) }),
          ...(charter.access.accepts.includes('saml') && { [tokenPath]: tokenEndpoint() }),
        },
        components: {
          schemas,
          parameters: parameterComponents(model),
          responses: { ...responseComponents(charter.access.accepts), ...pageResponses(writing) },
          examples: sharedExamples(writing.samples),
          headers: headerComponents,
          securitySchemes: securitySchemes(charter, model),
        },
      }),
      names,
    ),
  )
}

/** Schemas, and the answers and examples that are called after them, by the names that they have in the document. */
const settled = (document: Schema, names: DocumentParts['names']): Schema => {
  const { components, ...rest } = redirected(document, names) as {
    readonly components: Readonly<Record<string, Schema>>
  }
  return {
    ...rest,
    components: Object.fromEntries(
      Object.entries(components).map(([section, members]) => [section, renamed(members, names)]),
    ),
  }
}

const schemasOf = (model: ServiceModel): Schema => ({
  ...Object.assign({}, ...model.entities.map((entity) => entitySchemas(model, entity))),
  ...namedSchemas(model),
  ...Object.fromEntries(
    Object.entries(commonSchemas(model.limits)).map(([name, schema]) => [commonName(name), schema]),
  ),
})

/** One row of each entity, with every field that a reader may see. */
const samplesOf = (model: ServiceModel): Readonly<Record<string, JsonObject | undefined>> => {
  const { rows } = exampleRows(model, 1)
  return Object.fromEntries(model.entities.map(({ name }) => [name, rows[name]?.[0]]))
}

const pathsOf = (charter: Charter, writing: DocumentParts, { base, routes }: RestSurface): Schema => {
  const ids = operationIds(routes)
  const beside = pathParameters(writing.model)
  const paths = new Map<string, Record<string, Schema | readonly Schema[]>>()
  for (const [at, route] of routes.entries()) {
    const path = pathTemplate(route, base)
    const item = paths.get(path) ?? (beside.length > 0 ? { parameters: beside } : {})
    paths.set(path, item)
    item[route.method.toLowerCase()] = {
      operationId: ids[at],
      ...operationSecurity(charter, writing.model, route.operation),
      ...operationDocument(writing, route),
    }
  }
  return Object.fromEntries(paths)
}

const tagsOf = (model: ServiceModel, { routes }: RestSurface): readonly Schema[] => [
  ...model.entities
    .filter(({ name }) => routes.some(({ entity }) => entity === name))
    .map(({ name, description }) => ({ name, description: description ?? `Rows of ${name}.` })),
  { name: 'Service', description: 'What is of no one entity.' },
]
