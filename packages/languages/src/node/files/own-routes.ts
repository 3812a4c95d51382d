import type { Member, RouteModel } from '@charter/runtime'
import type { RestSurface } from '@charter/styles'
import { type Code, code, imported, importedType, joined, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment, literal, propertyName, stringLiteral } from '../text.ts'
import { type Paths, typescriptType } from '../typescript-type.ts'
import { entryOf, reasonType } from './operations.ts'

const paths: Paths = { runtime: '../runtime/index.ts', types: '../types.ts' }
const service = '../runtime/service/index.ts'

/** Routes of the charter's own; none where it says nothing of any. */
export const ownRoutesOf = ({ model }: Pick<EmitContext, 'model'>): readonly RouteModel[] => model.routes ?? []

/** `src/routes/order-receipt.ts`: written once, then a person's. */
export const ownRouteFile = (emitting: EmitContext, route: RouteModel): string => {
  const { names, surfaces } = emitting
  return sourceFile(
    '',
    code`
      ${docComment(described(route, addressOf(surfaces.rest as RestSurface, route)))}
      export const ${names.operation(route.name)}: ${importedType('./bodies.ts', names.operationBody(route.name))} = async () => {
        throw new ${imported(paths.runtime, 'ProblemError')}(${imported(paths.runtime, 'problem')}('not-implemented', { detail: ${stringLiteral('This route has no body yet.')} }))
      }
    `,
  )
}

/** `GET /api/v1/orders/:id/receipt` */
const addressOf = ({ routes }: RestSurface, { name }: RouteModel): string => {
  const found = routes.find(({ kind, operation }) => kind === 'own' && operation === name)
  return found ? `${found.method} ${found.path}` : name
}

const described = ({ name, description, errors, rights, effect, route }: RouteModel, address: string): string =>
  [
    description ?? `The route ${name}.`,
    '',
    `\`${address}\``,
    '',
    'This file is yours: it was written once, and generating again leaves it as it is.',
    route.isOpen
      ? 'Nobody has to sign in to call it: check what it is sent before it does anything.'
      : 'The access rules have allowed it, and what it takes of the request has been read, when it runs.',
    effect === 'read' ? 'It only reads: there is no transaction.' : 'It runs in the transaction of the call.',
    `\`context.rows\` has the rights of ${rights === 'service' ? 'the service: no rule is asked again' : 'the caller'}.`,
    errors.length > 0 ? `Declared errors, for \`context.fail(…)\`: ${errors.join(', ')}.` : '',
    `Answers \`{ status, type, headers, body }\`, in ${route.answers.join(' or ')}.`,
  ]
    .filter((line, at) => line !== '' || at === 1 || at === 3)
    .join('\n')

/** `src/routes/bodies.ts`: what the charter says of each route, as the type of its body. */
export const routeBodiesFile = ({ names, header, ...emitting }: EmitContext): string =>
  sourceFile(
    header,
    code`${joined(
      ownRoutesOf(emitting).map((route) => bodyType(names, route)),
      '\n\n',
    )}`,
  )

const bodyType = (names: EmitContext['names'], own: RouteModel): Code => {
  const { name, description, input, errors, rights, effect, route } = own
  return code`
    ${docComment(description)}
    export type ${names.operationBody(name)} = ${importedType(service, 'RouteBody')}<{
      readonly entities: ${importedType('../entities.ts', 'Entities')}
      readonly request: ${
        input.length === 0
          ? 'Record<string, never>'
          : code`{
        ${input.map((member) => part(member, own, names))}
      }`
      }
      readonly answers: ${route.answers.map(stringLiteral).join(' | ')}
      readonly rights: ${stringLiteral(rights ?? 'caller')}
      readonly effect: ${stringLiteral(effect)}
      readonly reason: ${reasonType(errors)}
    }>
  `
}

/** Bytes are handed over as they were sent. */
const part = ({ name, type }: Member, { route }: RouteModel, names: EmitContext['names']): Code =>
  name === 'body' && route.body?.as === 'bytes'
    ? code`readonly body: Uint8Array<ArrayBuffer>`
    : code`readonly ${propertyName(name)}: ${typescriptType(type, names, paths)}`

/** `src/routes/index.ts`: which body answers for which route. */
export const routeIndexFile = ({ names, header, ...emitting }: EmitContext): string =>
  sourceFile(
    header,
    code`
      export const routes: Readonly<{ [name: string]: ${importedType(service, 'AnyRouteBody')} }> = {
        ${ownRoutesOf(emitting).map(({ name }) => entryOf(name, names, names.routeFile(name)))}
      }
    `,
  )

/** `src/routes/models.ts`: what each route takes and gives. */
export const routeModelsFile = ({ names, header, ...emitting }: EmitContext): string =>
  sourceFile(
    header,
    code`
      ${ownRoutesOf(emitting).map(
        (route) => code`
        ${docComment(route.description)}
        export const ${names.operation(route.name)}Model: ${importedType(paths.runtime, 'RouteModel')} = ${literal(route as never)}
      `,
      )}
    `,
  )
