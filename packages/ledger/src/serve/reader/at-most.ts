import { ProblemError, problem } from '@charter/runtime'

/** Lets so many in at once; each calls what it got when it is done. Throws the problem `too-many` for the next. */
export const atMost = (count: number, what: string): (() => () => void) => {
  let inside = 0
  return () => {
    if (inside >= count)
      throw new ProblemError(
        problem('too-many', {
          detail: `${count} ${what} are under way. Ask again when one is done.`,
          retryAfterSeconds: 10,
        }),
      )
    inside++
    let isInside = true
    return () => {
      if (isInside) inside--
      isInside = false
    }
  }
}
