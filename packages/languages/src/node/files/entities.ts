import {
  type EntityModel,
  everyField,
  type FieldModel,
  hasOwnBody,
  isDerived,
  isNeeded,
  isNeverInBodies,
  ownedEntity,
  ownedRelations,
  ownHooks,
  ownInternal,
  ownOperations,
  writtenFields,
} from '@charter/runtime'
import { type Code, code, importedType, joined, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment, propertyName, stringLiteral } from '../text.ts'
import { interfaceMember, type Paths } from '../typescript-type.ts'

const paths: Paths = { runtime: './runtime/index.ts', types: './types.ts' }

/** Whether a person's code speaks of rows: in bodies of operations and routes, or in hooks. */
export const hasOwnCode = (model: EmitContext['model']): boolean =>
  ownOperations(model).some(hasOwnBody) ||
  model.routes !== undefined ||
  ownInternal(model).length > 0 ||
  model.entities.some((entity) => ownHooks(entity) !== undefined)

/** `src/entities.ts`: what `rows` of operations, routes and hooks takes and gives; null where nobody writes either. */
export const entityShapesFile = ({ model, names, header }: EmitContext): string | null =>
  hasOwnCode(model)
    ? sourceFile(
        header,
        code`
          ${docComment('The entities as code of your own sees them: their rows, what names one, and what is given for a new one.')}
          export type Entities = {
            ${model.entities.map((entity) => shapeOf(model, names, entity))}
          }
        `,
      )
    : null

const shapeOf = (model: EmitContext['model'], names: EmitContext['names'], entity: EntityModel): Code => {
  const file = names.file(entity.name)
  const row = importedType(`./entities/${file}/${file}.ts`, names.type(entity.name))
  const owned = ownedRelations(entity)
  const key = entity.key.length === 0 ? 'never' : entity.key.map(stringLiteral).join(' | ')
  const parts: readonly Code[] = [
    ...everyField(entity)
      .filter((field) => isGiven(entity, field))
      .map((field) => interfaceMember(field, names, paths, !isNeeded(field, 'create') || isDerived(entity, field))),
    ...owned.flatMap((relation): readonly Code[] => {
      const target = model.entities.find(({ name }) => name === relation.target)
      if (!target) return []
      const fields = writtenFields(ownedEntity(target, relation), 'create')
      return [
        code`readonly ${propertyName(relation.name)}?: readonly { ${fields.map((field) => interfaceMember(field, names, paths, !isNeeded(field, 'create')))} }[]`,
      ]
    }),
  ]
  const hidden = entity.fields.filter(({ reveal }) => reveal !== undefined)
  const fixed = entity.fields.filter((field) => isGiven(entity, field) && field.writable === 'never')
  const made = entity.fields.filter((field) => isDerived(entity, field) || isMadeByDatabase(field))
  const more = [owned, hidden, fixed, made]
  while (more.at(-1)?.length === 0 && entity.writeOnly === undefined) more.pop()
  const { writeOnly = [] } = entity
  return code`
    readonly ${propertyName(entity.name)}: ${importedType('./runtime/service/index.ts', 'EntityShape')}<${row}, ${key}, {
      ${parts}
    }${joined(
      more.map((each) => code`, ${namesUnion(each)}`),
      '',
    )}${writeOnly.length > 0 && code`, { ${writeOnly.map((field) => interfaceMember(field, names, paths))} }`}>
  `
}

const namesUnion = (of: readonly { readonly name: string }[]): Code =>
  of.length === 0
    ? code`never`
    : joined(
        of.map(({ name }) => stringLiteral(name)),
        ' | ',
      )

const isMadeByDatabase = ({ default: of }: FieldModel): boolean => of?.kind === 'database' || of?.kind === 'sequence'

/** Trusted code gives every field but a key that is made, and what moves alone change. */
const isGiven = ({ key }: EntityModel, field: FieldModel): boolean =>
  isNeverInBodies(field) || key.includes(field.name) ? field.writable !== 'never' : true
