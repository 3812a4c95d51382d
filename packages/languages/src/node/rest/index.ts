import type { GeneratedFile } from '@charter/charter'
import { addressOf, type RestFile, type RestRoute, type RestSurface } from '@charter/styles'
import { type Code, code, imported, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { defineNodeStyle } from '../style.ts'
import { docComment, stringLiteral } from '../text.ts'
import { restSurfaceOf } from './addresses.ts'

/** Explicit routes, an entity a file. */
export const rest = defineNodeStyle({
  name: 'rest',
  packages: ['fastify'],
  developmentPackages: [],
  files: (emitting) => restFiles(emitting),
  join: () => code`${imported('./routes.ts', 'routes')}(app, ${imported('./rest/rest.ts', 'createRest')}(service))`,
})

const restFiles = (emitting: EmitContext): readonly GeneratedFile[] => {
  const surface = restSurfaceOf(emitting)
  if (!surface) return []
  const routes = Map.groupBy(surface.routes, ({ entity }) => entity ?? '')
  const entities = emitting.model.entities.map(({ name }) => {
    const file = emitting.names.file(name)
    const files = surface.files?.filter(({ entity }) => entity === name) ?? []
    return shared(
      `src/entities/${file}/${file}.routes.ts`,
      entityRoutes(emitting, { all: routes.get(name) ?? [], files }, name),
    )
  })
  return [
    ...entities,
    shared('src/routes.ts', allRoutes(emitting, surface)),
    ...(emitting.model.operations.length > 0
      ? [shared('src/operations/routes.ts', operationRoutes(emitting, surface))]
      : []),
  ]
}

const shared = (path: string, text: string): GeneratedFile => ({ path, text, owner: 'shared' })

/** `src/entities/patient/patient.routes.ts` */
interface EntityPlaces {
  readonly all: readonly RestRoute[]
  readonly files: readonly RestFile[]
}

const entityRoutes = ({ names, header }: EmitContext, { all, files }: EntityPlaces, entity: string): string => {
  const routes = all.filter(({ kind }) => kind !== 'operation')
  const address = all.find(({ kind }) => kind === 'read')?.path
  const constant = names.constant(entity)
  const model = imported(`./${names.file(entity)}.ts`, `${constant}Model`)
  return sourceFile(
    header,
    code`
      export const ${constant}Routes = (app: ${importedType('fastify', 'FastifyInstance')}, rest: ${importedType('../../rest/rest.ts', 'Rest')}): void => {
        ${routes.map((route) => line(route, handler(route, model, address)))}
        ${files.map(({ field, path, isTaken }) => code`rest.${isTaken ? 'file' : 'fileToRead'}(app, ${model}, ${stringLiteral(field)}, ${stringLiteral(path)})`)}
      }
    `,
  )
}

const handler = (route: RestRoute, model: Code, address: string | undefined): Code => {
  if (route.kind === 'nested') return code`rest.nested(${model}, ${stringLiteral(route.relation ?? '')})`
  if (route.kind === 'create' && address !== undefined) return code`rest.create(${model}, ${stringLiteral(address)})`
  return code`rest.${route.kind}(${model})`
}

const line = ({ method, path }: RestRoute, handle: Code): Code =>
  code`app.${method.toLowerCase()}(${stringLiteral(path)}, ${handle})`

/** A route of the charter's own, which says by itself what it takes. */
const ownLine = ({ method, path, operation }: RestRoute, names: EmitContext['names']): Code =>
  code`rest.own(app, ${imported('./routes/models.ts', `${names.operation(operation)}Model`)}, { method: ${stringLiteral(method)}, url: ${stringLiteral(path)} })`

/** `src/operations/routes.ts` */
const operationRoutes = (emitting: EmitContext, surface: RestSurface): string =>
  sourceFile(
    emitting.header,
    code`
      export const operationRoutes = (app: ${importedType('fastify', 'FastifyInstance')}, rest: ${importedType('../rest/rest.ts', 'Rest')}): void => {
        ${surface.routes.filter(({ kind }) => kind === 'operation').map((route) => line(route, operationHandler(emitting, surface, route)))}
      }
    `,
  )

const operationHandler = ({ names, model }: EmitContext, surface: RestSurface, { operation }: RestRoute): Code => {
  const named = imported('./models.ts', `${names.operation(operation)}Model`)
  const address = addressOf(surface, model.operations.find(({ name }) => name === operation)?.job)
  return address === undefined
    ? code`rest.operation(${named})`
    : code`rest.operation(${named}, ${stringLiteral(address)})`
}

/** `src/routes.ts`: every route of the service, a call for each part. */
const allRoutes = ({ names, header, model }: EmitContext, surface: RestSurface): string =>
  sourceFile(
    header,
    code`
      ${docComment('Every route of the API.')}
      export const routes = (app: ${importedType('fastify', 'FastifyInstance')}, rest: ${importedType('./rest/rest.ts', 'Rest')}): void => {
        ${model.entities.map(({ name }) => code`${imported(`./entities/${names.file(name)}/${names.file(name)}.routes.ts`, `${names.constant(name)}Routes`)}(app, rest)`)}
        ${model.operations.length > 0 && code`${imported('./operations/routes.ts', 'operationRoutes')}(app, rest)`}
        ${surface.session !== undefined && code`rest.session(app, ${stringLiteral(surface.session)})`}
        ${surface.routes.filter(({ kind }) => kind === 'own').map((route) => ownLine(route, names))}
        ${surface.routes.filter(({ kind }) => kind === 'batch').map((route) => line(route, code`rest.batch()`))}
      }
    `,
  )
