import { hash } from 'node:crypto'
import type { IdempotencyClaim, State } from '../../store/state.ts'
import type { Assertion } from '../saml/assertion.ts'

type Taken = Pick<Assertion, 'id'>

/**
 * Whether nobody has brought this assertion before, on any replica: a claim in the state that is never ended, and swept a day
 * later, when no assertion that was made then is good any more.
 */
export const takeOnce = (
  state: Pick<State, 'putClaim'>,
  issuer: string,
  assertion: Taken,
  nowMs: number,
): Promise<boolean> => state.putClaim(claimOf(issuer, assertion, '', nowMs), null)

const byMessages = 'messages'

/**
 * Whether messages may carry this assertion: it was brought by messages alone so far. Then it is never exchanged, so that what
 * somebody reads in a message gives no token that outlives it; and one that was exchanged is used up for messages too.
 */
export const takeForMessages = async (
  state: Pick<State, 'findClaim' | 'putClaim'>,
  issuer: string,
  assertion: Taken,
  nowMs: number,
): Promise<boolean> => {
  const claim = claimOf(issuer, assertion, byMessages, nowMs)
  return (await state.putClaim(claim, null)) || (await state.findClaim(claim.scope))?.input === byMessages
}

const claimOf = (issuer: string, { id }: Taken, input: string, atMs: number): IdempotencyClaim => {
  const scope = `saml ${hash('sha256', JSON.stringify([issuer, id]), 'hex')}`
  return { scope, input, id: scope, atMs, prepared: null }
}
