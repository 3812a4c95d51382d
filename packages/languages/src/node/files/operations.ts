import { hasOwnBody, type Json, type OperationModel, ownInternal, ownOperations, withArticle } from '@charter/runtime'
import { type Code, code, imported, importedType, joined, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment, literal, propertyName, stringLiteral } from '../text.ts'
import { interfaceMember, type Paths, typescriptType } from '../typescript-type.ts'

const paths: Paths = { runtime: '../runtime/index.ts', types: '../types.ts' }
const service = '../runtime/service/index.ts'

/** `src/operations/discharge-patient.ts`: written once, then a person's. */
export const operationFile = (emitting: EmitContext, operation: OperationModel): string => {
  const { names } = emitting
  return sourceFile(
    '',
    code`
      ${docComment(described(emitting, operation))}
      export const ${names.operation(operation.name)}: ${importedType('./bodies.ts', names.operationBody(operation.name))} = async () => {
        throw new ${imported(paths.runtime, 'ProblemError')}(${imported(paths.runtime, 'problem')}('not-implemented', { detail: ${stringLiteral('This operation has no body yet.')} }))
      }
    `,
  )
}

const runsIn = ({ job }: OperationModel, isInternal: boolean): readonly string[] =>
  job === undefined
    ? [
        'This file is yours: it was written once, and generating again leaves it as it is. The body runs in the',
        isInternal
          ? 'transaction of the call that it is for: code of yours calls it, and no client does.'
          : 'transaction of the call, after the access rules have allowed it.',
      ]
    : [
        'This file is yours: it was written once, and generating again leaves it as it is. The body runs past the answer of',
        'the call, outside any transaction, and again from the start where a process died: what it does to rows it does in',
        '`context.step(…)`, once each; what it asks of others in `context.once(…)`.',
      ]

const described = ({ model }: EmitContext, operation: OperationModel): string => {
  const isInternal = model.internal?.includes(operation) === true
  const { name, description, entity, hasKey, errors } = operation
  const given = givenBy(model, operation)
  return [
    description ?? `The operation ${name}.`,
    '',
    ...runsIn(operation, isInternal),
    `${hasKey ? `\`input.row\` is the ${entity} it is done to; ` : ''}\`context.rows\` has the rights of ${rightsOf(operation, isInternal)}.`,
    errors.length > 0 ? `Declared errors, for \`context.fail(…)\`: ${errors.join(', ')}.` : '',
    given === null
      ? 'Gives null.'
      : 'entity' in given
        ? `Gives ${given.isList ? `a list of ${given.entity} rows` : `${withArticle(given.entity)} row`}.`
        : 'Gives the declared result.',
  ]
    .filter((line, at) => line !== '' || at === 1)
    .join('\n')
}

const rightsOf = ({ rights }: OperationModel, isInternal: boolean): string =>
  rights === 'service' ? 'the service: no rule is asked again' : isInternal ? 'the code that calls it' : 'the caller'

/** `src/operations/bodies.ts`: what the charter says of each body, as its type; null where there are none. */
export const bodiesFile = (emitting: EmitContext): string | null => {
  const { model, names, header } = emitting
  const operations = ownOperations(model).filter(hasOwnBody)
  return operations.length === 0 && ownInternal(model).length === 0
    ? null
    : sourceFile(
        header,
        code`${joined(
          [...operations.map((operation) => bodyType(emitting, operation)), ...internalCalls(model, names)],
          '\n\n',
        )}`,
      )
}

const entities = importedType('../entities.ts', 'Entities')

const bodyType = ({ model, names }: EmitContext, operation: OperationModel): Code => {
  const { name, description, entity, hasKey, input, errors, rights } = operation
  return code`
    ${docComment(description)}
    export type ${names.operationBody(name)} = ${importedType(service, operation.job === undefined ? 'OperationBody' : 'JobBody')}<{
      readonly entities: ${entities}
      readonly input: ${inputType(names, input)}
      readonly row: ${hasKey && entity !== undefined ? code`${entities}[${stringLiteral(entity)}][${stringLiteral(rowOf(model, operation))}]` : 'null'}
      readonly result: ${resultType(names, { result: givenBy(model, operation) })}
      readonly rights: ${stringLiteral(rights ?? 'caller')}
      readonly reason: ${reasonType(errors)}
    }>
  `
}

/** The declared errors of an operation, as a type. */
export const reasonType = (errors: readonly string[]): string =>
  errors.length === 0 ? 'never' : errors.map(stringLiteral).join(' | ')

const inputType = (names: EmitContext['names'], input: OperationModel['input']): Code | string =>
  input.length === 0
    ? '{ readonly [name: string]: never }'
    : code`
        {
          ${input.map((member) => interfaceMember(member, names, paths))}
        }
      `

/** What a call finds by the rules is given whole; what own code, or a run, begins with its caller's rights reads what that may see. */
const rowOf = ({ internal = [] }: EmitContext['model'], operation: OperationModel): 'row' | 'seen' =>
  (internal.includes(operation) || operation.job !== undefined) && operation.rights !== 'service' ? 'seen' : 'row'

/** The internal operations, as own code calls them. */
const internalCalls = (model: EmitContext['model'], names: EmitContext['names']): readonly Code[] => {
  const internal = ownInternal(model)
  return internal.length === 0
    ? []
    : [
        code`
          ${docComment('What own code may have own code do.')}
          export interface Internal {
            ${internal.map((operation) => internalCall(operation, names))}
          }
        `,
      ]
}

const internalCall = (operation: OperationModel, names: EmitContext['names']): Code => {
  const { name, description, entity, hasKey, input, errors } = operation
  const optional = input.every(({ isOptional, default: fallback }) => isOptional || fallback) ? '?' : ''
  const given = [
    ...(hasKey && entity !== undefined ? [code`key: ${entities}[${stringLiteral(entity)}]['key']`] : []),
    code`value${optional}: ${inputType(names, input)}`,
  ]
  return code`
    ${docComment(description)}
    readonly ${propertyName(name)}: ${importedType(service, 'InternalOperation')}<[${joined(given, ', ')}], ${resultType(names, operation)}, ${reasonType(errors)}>
  `
}

/** What the code of an operation gives: of a job, what its run holds then. */
const givenBy = ({ entities }: EmitContext['model'], { job, result }: OperationModel): OperationModel['result'] => {
  if (job === undefined) return result
  const field = entities.find(({ name }) => name === job)?.fields.find(({ name }) => name === 'result')
  return field ? { type: field.type } : null
}

/** An entity's rows are read again as the caller may see them: what names one is enough. */
const resultType = (names: EmitContext['names'], { result }: Pick<OperationModel, 'result'>): Code | string => {
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
        ${ownInternal(model).length > 0 && code`interface InternalOperations extends ${importedType('./bodies.ts', 'Internal')} {}`}
      }

      export const operations: Readonly<{ [name: string]: ${importedType(service, 'AnyOperationBody')} }> = {
        ${ownOperations(model)
          .filter(hasOwnBody)
          .map(({ name }) => entryOf(name, names))}
      }
    `,
  )

/** A body in the index of its folder, under the charter's own name. */
export const entryOf = (name: string, names: EmitContext['names'], file = names.operationFile(name)): Code => {
  const body = imported(`./${file}.ts`, names.operation(name))
  return name === names.operation(name) ? code`${body},` : code`${propertyName(name)}: ${body},`
}

/** `src/operations/models.ts`: what each operation takes and gives. */
export const operationModelsFile = ({ model, names, header }: EmitContext): string =>
  sourceFile(
    header,
    code`
      ${ownOperations(model).map(
        (operation) => code`
        ${docComment(operation.description)}
        export const ${names.operation(operation.name)}Model: ${importedType(paths.runtime, 'OperationModel')} = ${literal(operation as unknown as Json)}
      `,
      )}
    `,
  )
