import { type EntityModel, everyField, type FieldModel, isNeeded, type Json, withArticle } from '@charter/runtime'
import type { EntitySql } from '@charter/sql/store'
import { type Code, code, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment, literal } from '../text.ts'
import { interfaceMember, type Paths } from '../typescript-type.ts'

const paths: Paths = { runtime: '../../runtime/index.ts', types: '../../types.ts' }

/** `src/entities/patient/patient.ts`: what a patient is. */
export const entityFile = ({ names, header }: EmitContext, entity: EntityModel): string => {
  const type = names.type(entity.name)
  const written = everyField(entity).filter((field) => field.writable !== 'never')
  return sourceFile(
    header,
    code`
      ${docComment(entity.description)}
      export interface ${type} {
        ${entity.fields.map((field) => interfaceMember(field, names, paths))}
      }

      ${written.length > 0 && inputInterface(names, type, written)}

      export const ${names.constant(entity.name)}Model: ${importedType(paths.runtime, 'EntityModel')} = ${literal(entity as unknown as Json)}
    `,
  )
}

const inputInterface = (names: EmitContext['names'], type: string, written: readonly FieldModel[]): Code =>
  code`
    ${docComment(`What a client sends to create ${withArticle(type)}.`)}
    export interface ${type}Input {
      ${written.map((field) => interfaceMember(field, names, paths, !isNeeded(field, 'create')))}
    }
  `

/** `src/entities/patient/patient.sql.ts`: every piece of SQL that is said about patients. */
export const entitySqlFile = ({ names, header }: EmitContext, sql: EntitySql): string =>
  sourceFile(
    header,
    code`
      ${docComment('Pieces of SQL over one row `t`; `sql-store` joins them with AND, ORDER BY and LIMIT, and binds every value.')}
      export const ${names.constant(sql.entity)}Sql: ${importedType('../../sql-store/index.ts', 'EntitySql')} = ${literal(sql as unknown as Json)}
    `,
  )
