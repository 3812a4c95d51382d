import type { EntityModel, HookMoment } from '../call/model.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { ownMember } from '../values/json.ts'
import type { AnyHooks, ServiceHooks } from './entity-hooks.ts'

/** An entity's code; null where the charter declares none. Throws ProblemError (`not-implemented`) where something is not there that it declares of rows, or of files. */
export const hooksOf = (
  model: Pick<EntityModel, 'name' | 'hooks'>,
  hooks: ServiceHooks = {},
  of: 'rows' | 'files' = 'rows',
): AnyHooks | null => {
  const missing = missingHooks(model, hooks).find((moment) => (moment === 'file') === (of === 'files'))
  if (missing === undefined) return ownMember(hooks, model.name) ?? null
  const detail = `The hook \`${missing}\` of ${model.name} has no code: it is the generated service's, in the entity's \`.hooks.ts\`.`
  throw new ProblemError(problem('not-implemented', { detail }))
}

/** Those that an entity declares and that have no code. */
export const missingHooks = (
  { name, hooks: declared = [] }: Pick<EntityModel, 'name' | 'hooks'>,
  hooks: ServiceHooks,
): readonly HookMoment[] => declared.filter((moment) => !ownMember(hooks, name)?.[moment])
