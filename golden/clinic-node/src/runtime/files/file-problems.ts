import { ProblemError, problem } from '../problem/problem.ts'

/** The place where files lie does not answer, or has no room. */
export const filesUnavailable = (detail: string, cause: unknown): ProblemError =>
  new ProblemError(problem('unavailable', { detail, retryAfterSeconds: 30, cause }))

/** What is stored is not what was stored: cut, altered, moved, or gone in part. `why` is for the operator. */
export const fileDamaged = (why: string): ProblemError =>
  new ProblemError(
    problem('internal', {
      detail: 'This file is not as it was stored, and is not given out. Restore it from a backup.',
      cause: new Error(why),
    }),
  )

export const noSuchFile = (): ProblemError =>
  new ProblemError(problem('not-found', { detail: 'There is no such file here.' }))

export const noSuchUpload = (): ProblemError =>
  new ProblemError(
    problem('not-found', { detail: 'There is no such upload: it was finished, given up, or forgotten. Begin anew.' }),
  )

export const wrongOffset = (offset: number): ProblemError =>
  new ProblemError(problem('conflict', { detail: `This upload is at byte ${offset}: go on from there.` }))

export const tooLarge = (bytesMax: number): ProblemError =>
  new ProblemError(problem('too-large', { detail: `A file may have ${bytesMax} bytes here, and this one has more.` }))
