import type { Principal } from '../call.ts'
import { ProblemError, problem } from '../problem.ts'

const freshSeconds = 15 * 60
const skewSeconds = 60
const strongMethods = ['mfa', 'otp', 'hwk', 'swk', 'fpt', 'face', 'sc']

/** A second factor within the last 15 minutes (RFC 8176 `amr`, RFC 9470). API keys can never satisfy it. */
export const requireStepUp = (principal: Principal, nowMs: number): void => {
  const { signIn, credential } = principal
  const isStrong = signIn?.amr?.some((method) => strongMethods.includes(method)) ?? false
  const ageSeconds = nowMs / 1000 - (signIn?.authTime ?? Number.NEGATIVE_INFINITY)
  // A sign-in that is yet to come would stay fresh for as long as its maker likes.
  const isFresh = ageSeconds <= freshSeconds && ageSeconds >= -skewSeconds
  if (credential === 'api-key' || !isStrong || !isFresh) {
    throw new ProblemError(
      problem('step-up-required', { detail: 'Sign in again with a second factor, then repeat the request.' }),
    )
  }
}
