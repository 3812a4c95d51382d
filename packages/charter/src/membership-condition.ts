import type { Predicate } from '@charter/runtime'
import type { Entity } from './charter.ts'
import { parseExpression } from './expression.ts'

/** What `membership.while` asks of a row: a boolean field alone has to be true. */
export const parseWhile = (text: string, entity: Entity | undefined): Predicate | { readonly error: string } => {
  const types = new Map(entity?.fields.map((field) => [field.name, field.type]))
  const isFlag = types.get(text.trim())?.kind === 'boolean'
  return parseExpression(isFlag ? `${text} == true` : text, types)
}
