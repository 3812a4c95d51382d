import { hasBody, type Json, type OperationModel, withArticle } from '@charter/runtime'
import { type Code, code, imported, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment, literal, propertyName, stringLiteral } from '../text.ts'
import { interfaceMember, type Paths } from '../typescript-type.ts'

const paths: Paths = { runtime: '../runtime/index.ts', types: '../types.ts' }
const service = '../runtime/service/index.ts'

/** `src/operations/discharge-patient.ts`: written once, then a person's. */
export const operationFile = ({ names }: EmitContext, operation: OperationModel): string =>
  sourceFile(
    '',
    code`
      ${operation.input.length > 0 && inputInterface(names, operation)}

      ${docComment(described(operation))}
      export const ${names.operation(operation.name)}: ${importedType(service, 'OperationBody')} = async () => {
        throw new ${imported(paths.runtime, 'ProblemError')}(${imported(paths.runtime, 'problem')}('not-implemented', { detail: ${stringLiteral('This operation has no body yet.')} }))
      }
    `,
  )

const inputInterface = (names: EmitContext['names'], operation: OperationModel): Code =>
  code`
    ${docComment(`What \`input.value\` of ${operation.name} holds, already checked.`)}
    export interface ${names.operationInput(operation.name)} {
      ${operation.input.map((member) => interfaceMember(member, names, paths))}
    }
  `

const described = ({ name, description, entity, hasKey, errors, result }: OperationModel): string =>
  [
    description ?? `The operation ${name}.`,
    '',
    'This file is yours: it was written once, and generating again leaves it as it is. The body runs in the',
    'transaction of the call, after the access rules have allowed it.',
    hasKey
      ? `\`input.row\` is the ${entity} it is done to; write through \`context.rows\`.`
      : 'Write through `context.rows`.',
    errors.length > 0 ? `Declared errors, for \`context.fail(…)\`: ${errors.join(', ')}.` : '',
    result === null
      ? 'Gives null.'
      : 'entity' in result
        ? `Gives ${result.isList ? `a list of ${result.entity} rows` : `${withArticle(result.entity)} row`}.`
        : 'Gives the declared result.',
  ]
    .filter((line, at) => line !== '' || at === 1)
    .join('\n')

/** `src/operations/index.ts`: which body answers for which operation, and what the transaction is that it is handed. */
export const operationsIndexFile = ({ model, names, header }: EmitContext): string =>
  sourceFile(
    header,
    code`
      declare module '../runtime/execute/operation-body.ts' {
        /** Bodies may speak SQL in their call's transaction. */
        interface OperationTransaction extends ${importedType('../sql-store/index.ts', 'SqlTransaction')} {}
      }

      export const operations: Readonly<{ [name: string]: ${importedType(service, 'OperationBody')} }> = {
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
