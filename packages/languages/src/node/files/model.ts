import type { AccessModel, Json, ServiceModel } from '@charter/runtime'
import { code, imported, importedType, joined, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment, literal, stringLiteral } from '../text.ts'
import { type Paths, typescriptType } from '../typescript-type.ts'

const runtime = './runtime/index.ts'

/** `src/access.ts`: who may do what. */
export const accessFile = ({ model, header }: EmitContext): string =>
  sourceFile(
    header,
    code`
      ${docComment('Who may do what. Each rule names its line in the charter; `access.cedar` says the same in Cedar.')}
      export const access: ${importedType(runtime, 'AccessModel')} = ${literal(printedAccess(model) as unknown as Json)}
    `,
  )

/** Without conditions on rows: they are in the rules' SQL, and for readers in their lines and in Cedar. */
export const printedAccess = ({ access }: ServiceModel): AccessModel => ({
  ...access,
  rules: access.rules.map(({ when, ...rule }) => (rule.entity === null && when ? { ...rule, when } : rule)),
})

/** `src/model.ts`: the whole service as data. */
export const modelFile = ({ model, names, header }: EmitContext): string =>
  sourceFile(
    header,
    code`
      export const model: ${importedType(runtime, 'ServiceModel')} = {
        name: ${literal(model.name)},
        title: ${literal(model.title)},
        version: ${literal(model.version)},
        digest: ${literal(model.digest)},
        entities: [
          ${model.entities.map(({ name }) => code`${imported(entityPath(names.file(name)), `${names.constant(name)}Model`)},`)}
        ],
        operations: [${joined(
          model.operations.map(({ name }) => imported('./operations/models.ts', `${names.operation(name)}Model`)),
          ', ',
        )}],
        ${
          model.routes &&
          code`routes: [${joined(
            model.routes.map(({ name }) => imported('./routes/models.ts', `${names.operation(name)}Model`)),
            ', ',
          )}],`
        }
        types: ${literal(model.types as unknown as Json)},
        ${model.characters && code`characters: ${literal(model.characters)},`}
        access: ${imported('./access.ts', 'access')},
        limits: ${literal(model.limits as unknown as Json)},
        ${model.ifMatch && code`ifMatch: ${literal(model.ifMatch)},`}
        ${model.cors && code`cors: ${literal(model.cors)},`}
        ${model.sessions && code`sessions: ${literal(model.sessions as unknown as Json)},`}
        ${model.crypto && code`crypto: ${literal(model.crypto)},`}
        ${model.atRest && code`atRest: ${literal(model.atRest)},`}
        ${
          model.internal &&
          code`internal: [${joined(
            model.internal.map(({ name }) => imported('./operations/models.ts', `${names.operation(name)}Model`)),
            ', ',
          )}],`
        }
      }
    `,
  )

/** `src/sql.ts`: the SQL of every entity, and the migrations that make its tables. */
export const sqlFile = ({ plans, names, header }: EmitContext): string =>
  sourceFile(
    header,
    code`
      export const sql: readonly ${importedType('./sql-store/index.ts', 'EntitySql')}[] = [
        ${plans.map(({ entity }) => code`${imported(`./entities/${names.file(entity)}/${names.file(entity)}.sql.ts`, `${names.constant(entity)}Sql`)},`)}
      ]
    `,
  )

/** `src/types.ts`: declared types; null when the charter declares none. */
export const typesFile = ({ charter, names, header }: EmitContext): string | null => {
  const declared = Object.values(charter.types)
  const paths: Paths = { runtime, types: './types.ts' }
  if (declared.length === 0) return null
  const body = code`
    ${declared.map(
      ({ name, type, description }) => code`
      ${docComment(description)}
      export type ${names.type(name)} = ${typescriptType(type, names, paths)}
    `,
    )}
  `
  return sourceFile(header, { ...body, imports: body.imports.filter(({ module }) => module !== paths.types) })
}

/** `src/migrations/0001-initial.ts`: the tables that are this service's own, in its own database or beside its state in another. */
export const migrationFile = ({ header, schema, companion }: EmitContext): string | null => {
  const statements = schema ?? companion
  const when = schema === null ? 'they are not there yet' : 'the database is new'
  return (
    statements &&
    sourceFile(
      header,
      code`
        ${docComment(`The first schema, one statement each. Applied once, in one transaction, when ${when}.`)}
        export const initial: readonly string[] = [
          ${statements.map(statementLines)}
        ]
      `,
    )
  )
}

/** SQL over several lines, each with the indentation it has: a template literal would take on that of the source. */
const statementLines = (statement: string): string => {
  const lines = statement.split('\n')
  return lines.length === 1
    ? `${stringLiteral(statement)},`
    : `[\n${lines.map((line) => `  ${stringLiteral(line)},`).join('\n')}\n].join('\\n'),`
}

/**
 * `src/page.json`: what the development page shows of the charter. Not source: of a large charter it is megabytes. An operation
 * is a line, whose requests are in pieces.
 */
export const pageFile = ({ page }: EmitContext): string => {
  const members = Object.entries(page).map(
    ([name, value]: [string, unknown]) => ` "${name}": ${memberText(name, value)}`,
  )
  return `{\n${members.join(',\n')}\n}\n`
}

const memberText = (name: string, value: unknown): string =>
  name === 'operations' && Array.isArray(value)
    ? `[\n${value.map((operation) => `  ${JSON.stringify(operation)}`).join(',\n')}\n ]`
    : JSON.stringify(value, null, 1).replaceAll('\n', '\n ')

const entityPath = (file: string) => `./entities/${file}/${file}.ts`
