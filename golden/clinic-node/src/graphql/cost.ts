import type { JsonObject } from '../runtime/index.ts'

/**
 * What a selection costs before it is run: an object one, times the size of the list that it stands in (the cost
 * directives of IBM's specification, `@cost` and `@listSize`). Sizes may stand in variables.
 */
export type Cost = (variables: JsonObject) => number

/** What something costs by itself and with what is below it. */
export const costOf =
  (own: number, below: Cost): Cost =>
  (variables) =>
    own + below(variables)

/** All together. */
export const sum =
  (of: readonly Cost[]): Cost =>
  (variables) => {
    let all = 0
    for (const cost of of) all += cost(variables)
    return all
  }

/** So many of it. */
export const times =
  (size: Cost, of: Cost): Cost =>
  (variables) =>
    size(variables) * of(variables)
