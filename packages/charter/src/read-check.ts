import type { Predicate, Type } from '@charter/runtime'
import { type Charter, type Entity, type Field, isOpenField } from './charter.ts'
import { parseExpression } from './expression.ts'
import { nearest } from './near.ts'

/** A rule under `checks` as it is evaluated. */
export interface ReadCheck {
  readonly predicate: Predicate
  /** The fields that it speaks of, in its order, each behind the relations that lead to it. */
  readonly paths: readonly (readonly string[])[]
}

const depthMax = 4

/** A check of an entity, or a sentence saying why it cannot be one. */
export const readCheck = (
  charter: Pick<Charter, 'entities'>,
  entity: Entity,
  text: string,
): ReadCheck | { readonly error: string } => {
  const types = new Map<string, Type>(entity.fields.map((field) => [field.name, field.type]))
  const predicate = parseExpression(text, {
    get: (path) => types.get(path) ?? typeBehind(charter, entity, path),
    keys: () => types.keys(),
    why: (path) => whyNot(charter, entity, path),
  })
  if ('error' in predicate) return predicate
  const paths = pathsIn(predicate)
  const hidden = isRelated({ paths })
    ? paths.find(
        ([name, ...more]) => more.length === 0 && entity.fields.some((each) => each.name === name && isKept(each)),
      )
    : undefined
  return hidden
    ? { error: `\`${hidden}\` is hidden or sealed, and the outcome would tell of it` }
    : { predicate, paths }
}

/** Whether a rule asks of other rows than its own. */
export const isRelated = ({ paths }: Pick<ReadCheck, 'paths'>): boolean => paths.some(({ length }) => length > 1)

const typeBehind = (charter: Pick<Charter, 'entities'>, entity: Entity, path: string): Type | undefined => {
  const found = behind(charter, entity, path.split('.'))
  return 'field' in found ? found.field.type : undefined
}

const whyNot = (charter: Pick<Charter, 'entities'>, entity: Entity, path: string): string | undefined => {
  const steps = path.split('.')
  const found = behind(charter, entity, steps)
  return steps.length > 1 && 'error' in found ? found.error : undefined
}

const behind = (
  { entities }: Pick<Charter, 'entities'>,
  entity: Entity,
  steps: readonly string[],
): { readonly field: Field } | { readonly error: string } => {
  if (steps.length === 1) return { error: '' }
  if (steps.length > depthMax + 1) return { error: `it leads over more than ${depthMax} relations` }
  let at = entity
  for (const step of steps.slice(0, -1)) {
    const relation = at.relations.find(({ name }) => name === step)
    if (!relation) return { error: `${at.name} has no relation \`${step}\`${like(step, at.relations)}` }
    if (relation.kind === 'many') return { error: `\`${step}\` leads to many rows, and a rule asks of one` }
    const next = entities.find(({ name }) => name === relation.target)
    if (!next || next.source !== entity.source) return { error: `\`${step}\` leads to another source` }
    at = next
  }
  const name = steps.at(-1)
  const field = at.fields.find((each) => each.name === name)
  if (!field) return { error: `${at.name} has no field \`${name}\`${like(name ?? '', at.fields)}` }
  return isKept(field)
    ? { error: `\`${name}\` of ${at.name} is hidden or sealed, and the outcome would tell of it` }
    : { field }
}

/** Whether not everybody is shown what the field holds. */
const isKept = (field: Field): boolean => field.reveal !== undefined || !isOpenField(field)

const like = (name: string, of: readonly { readonly name: string }[]): string => {
  const near = nearest(
    name,
    of.map((each) => each.name),
  )
  return near ? `; did you mean \`${near}\`` : ''
}

const pathsIn = (of: unknown): readonly (readonly string[])[] => {
  if (typeof of !== 'object' || of === null) return []
  if ('kind' in of && of.kind === 'field' && 'path' in of) return [of.path as readonly string[]]
  const found = Object.values(of).flatMap(pathsIn)
  return found.filter((path, at) => found.findIndex((each) => each.join() === path.join()) === at)
}
