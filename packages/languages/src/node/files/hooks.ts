import { type EntityModel, type HookMoment, ownHooks } from '@charter/runtime'
import { type Code, code, imported, importedType, joined, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment, propertyName, stringLiteral } from '../text.ts'

const runtime = '../../runtime/index.ts'
const own: Places = { service: '../../runtime/service/index.ts', entities: '../../entities.ts' }
const index: Places = { service: './runtime/service/index.ts', entities: './entities.ts' }

interface Places {
  readonly service: string
  readonly entities: string
}

/** Entities with code of a person's around their writes. */
export const hookedEntities = ({ entities }: EmitContext['model']): readonly HookedEntity[] =>
  entities.flatMap((entity) => {
    const hooks = ownHooks(entity)
    return hooks ? [{ ...entity, hooks }] : []
  })

export interface HookedEntity extends EntityModel {
  readonly hooks: readonly HookMoment[]
}

/** `src/entities/order/order.hooks.ts`: written once, then a person's. */
export const hooksFile = ({ names }: EmitContext, entity: HookedEntity): string =>
  sourceFile(
    '',
    code`
      ${docComment(described(entity))}
      export const ${constantOf(names, entity)}: ${hooksType(entity, own)} = {
        ${entity.hooks.map(emptyHook)}
      }
    `,
  )

/** From `src`. */
export const hooksPath = (names: EmitContext['names'], { name }: EntityModel): string =>
  `entities/${names.file(name)}/${names.file(name)}.hooks.ts`

/** What nobody has written yet is told to whoever writes a row; what follows a commit is told to the log. */
const emptyHook = (moment: HookMoment): Code => code`
  ${moment}: async () => {
    throw new ${imported(runtime, 'ProblemError')}(${imported(runtime, 'problem')}('not-implemented', { detail: ${stringLiteral('This hook has no code yet.')} }))
  },
`

const constantOf = (names: EmitContext['names'], { name }: EntityModel): string => `${names.constant(name)}Hooks`

const hooksType = ({ name, hooks }: HookedEntity, { service, entities }: Places): Code =>
  code`${importedType(service, 'DeclaredHooks')}<${importedType(entities, 'Entities')}, ${stringLiteral(name)}, ${joined(hooks.map(stringLiteral), ' | ')}>`

const moments: Readonly<Record<HookMoment, string>> = {
  before:
    '`before`: in the transaction, before the rules judge the row. Gives the fields that it derives; `context.refuse(path, message)` refuses the write.',
  after: '`after`: in the transaction, once the row is written.',
  committed: '`committed`: once the transaction is, past the answer; what goes elsewhere belongs here.',
  file: '`file`: looks at a file that was sent, before any row names it: gives `clean`, or `{ found }`.',
}

const described = ({ name, hooks }: HookedEntity): string =>
  [
    `Code around every write of ${name}, whichever way it comes.`,
    '',
    'This file is yours: it was written once, and generating again leaves it as it is.',
    ...hooks.map((moment) => moments[moment]),
  ].join('\n')

/** `src/hooks.ts`: which code runs around the writes of which entity; null where none does. */
export const hooksIndexFile = ({ model, names, header }: EmitContext): string | null => {
  const hooked = hookedEntities(model)
  if (hooked.length === 0) return null
  return sourceFile(
    header,
    code`
      export const hooks = {
        ${hooked.map((entity) => code`${propertyName(entity.name)}: ${imported(`./${hooksPath(names, entity)}`, constantOf(names, entity))},`)}
      } satisfies {
        ${hooked.map((entity) => code`readonly ${propertyName(entity.name)}: ${hooksType(entity, index)}`)}
      }
    `,
  )
}
