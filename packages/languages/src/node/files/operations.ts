import { hasBody, type Json, type OperationModel, withArticle } from '@charter/runtime'
import { type Code, code, imported, importedType, joined, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment, literal, propertyName, stringLiteral } from '../text.ts'
import { interfaceMember, type Paths, typescriptType } from '../typescript-type.ts'

const paths: Paths = { runtime: '../runtime/index.ts', types: '../types.ts' }
const service = '../runtime/service/index.ts'

/** `src/operations/discharge-patient.ts`: written once, then a person's. */
export const operationFile = ({ names }: EmitContext, operation: OperationModel): string =>
  sourceFile(
    '',
    code`
      ${docComment(described(operation))}
      export const ${names.operation(operation.name)}: ${importedType('./bodies.ts', names.operationBody(operation.name))} = async () => {
        throw new ${imported(paths.runtime, 'ProblemError')}(${imported(paths.runtime, 'problem')}('not-implemented', { detail: ${stringLiteral('This operation has no body yet.')} }))
      }
    `,
  )

const described = ({ name, description, entity, hasKey, errors, result, rights }: OperationModel): string =>
  [
    description ?? `The operation ${name}.`,
    '',
    'This file is yours: it was written once, and generating again leaves it as it is. The body runs in the',
    'transaction of the call, after the access rules have allowed it.',
    `${hasKey ? `\`input.row\` is the ${entity} it is done to; ` : ''}\`context.rows\` has the rights of ${rights === 'service' ? 'the service: no rule is asked again' : 'the caller'}.`,
    errors.length > 0 ? `Declared errors, for \`context.fail(…)\`: ${errors.join(', ')}.` : '',
    result === null
      ? 'Gives null.'
      : 'entity' in result
        ? `Gives ${result.isList ? `a list of ${result.entity} rows` : `${withArticle(result.entity)} row`}.`
        : 'Gives the declared result.',
  ]
    .filter((line, at) => line !== '' || at === 1)
    .join('\n')

/** `src/operations/bodies.ts`: what the charter says of each body, as its type; null where there are none. */
export const bodiesFile = ({ model, names, header }: EmitContext): string | null => {
  const operations = model.operations.filter(hasBody)
  return operations.length === 0
    ? null
    : sourceFile(
        header,
        code`${joined(
          operations.map((operation) => bodyType(names, operation)),
          '\n\n',
        )}`,
      )
}

const entities = importedType('../entities.ts', 'Entities')

const bodyType = (names: EmitContext['names'], operation: OperationModel): Code => {
  const { name, description, entity, hasKey, input, errors, rights } = operation
  return code`
    ${docComment(description)}
    export type ${names.operationBody(name)} = ${importedType(service, 'OperationBody')}<{
      readonly entities: ${entities}
      ${
        input.length === 0
          ? 'readonly input: Record<string, never>'
          : code`
            readonly input: {
              ${input.map((member) => interfaceMember(member, names, paths))}
            }
          `
      }
      readonly row: ${hasKey && entity !== undefined ? code`${entities}[${stringLiteral(entity)}]['row']` : 'null'}
      readonly result: ${resultType(names, operation)}
      readonly rights: ${stringLiteral(rights ?? 'caller')}
      readonly reason: ${errors.length === 0 ? 'never' : errors.map(stringLiteral).join(' | ')}
    }>
  `
}

/** An entity's rows are read again as the caller may see them: what names one is enough. */
const resultType = (names: EmitContext['names'], { result }: OperationModel): Code | string => {
  if (!result) return 'null'
  if (!('entity' in result)) return code`${typescriptType(result.type, names, paths)}`
  const key = code`${entities}[${stringLiteral(result.entity)}]['key']`
  return result.isList ? code`readonly ${key}[]` : key
}

/** `src/operations/index.ts`: which body answers for which operation, and what the transaction is that it is handed. */
export const operationsIndexFile = ({ model, names, header }: EmitContext): string =>
  sourceFile(
    header,
    code`
      declare module '../runtime/execute/operation-body.ts' {
        /** Bodies may speak SQL in their call's transaction. */
        interface OperationTransaction extends ${importedType('../sql-store/index.ts', 'SqlTransaction')} {}
      }

      export const operations: Readonly<{ [name: string]: ${importedType(service, 'AnyOperationBody')} }> = {
        ${model.operations.filter(hasBody).map(({ name }) => entryOf(name, names))}
      }
    `,
  )

const entryOf = (name: string, names: EmitContext['names']): Code => {
  const body = imported(`./${names.operationFile(name)}.ts`, names.operation(name))
  return name === names.operation(name) ? code`${body},` : code`${propertyName(name)}: ${body},`
}

/** `src/operations/models.ts`: what each operation takes and gives. */
export const operationModelsFile = ({ model, names, header }: EmitContext): string =>
  sourceFile(
    header,
    code`
      ${model.operations.map(
        (operation) => code`
        ${docComment(operation.description)}
        export const ${names.operation(operation.name)}Model: ${importedType(paths.runtime, 'OperationModel')} = ${literal(operation as unknown as Json)}
      `,
      )}
    `,
  )
