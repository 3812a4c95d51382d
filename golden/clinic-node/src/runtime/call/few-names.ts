import { InputErrors } from '../problem/input-errors.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { includedIn, type Selection } from './call.ts'

/** Names of fields that rows are sorted or grouped by at once: more columns than a row has only cost a database. */
const namesMax = 100

/** Throws a ProblemError (`invalid-input`) where a selection, or one below it, sorts or groups by more names than that. */
export const refuseManyNames = (select: Selection | undefined): void => {
  if (!select) return
  const errors = new InputErrors()
  note(select, errors)
  if (errors.length > 0) throw new ProblemError(problem('invalid-input', { errors }))
}

const note = (select: Selection | undefined, errors: InputErrors): void => {
  const lists = [
    ['/sort', select?.sort],
    ['/aggregate/groupBy', select?.aggregate?.groupBy],
  ] as const
  for (const [path, names = []] of lists)
    if (names.length > namesMax)
      errors.push({ path, code: 'too-long', message: `Give at most ${namesMax} names of fields.` })
  for (const { selection } of includedIn(select)) note(selection, errors)
}
