import type { SignedIn } from '../accounts/signed-in.ts'
import type { PeopleParts } from './parts.ts'

/** How long a second factor serves for what changes an account: a quarter of an hour. */
const freshMs = 900_000

/** Whether who is signed in has shown a second factor of now; the owner of this machine has none to show. */
export const isFresh = (
  { mode, nowMs }: Pick<PeopleParts, 'mode' | 'nowMs'>,
  { secondFactorAtMs }: Pick<SignedIn, 'secondFactorAtMs'>,
): boolean => mode === 'development' || (secondFactorAtMs !== null && nowMs() - secondFactorAtMs <= freshMs)
