import { answerRoom, type Json, type Outcome, ProblemError, problem } from '../runtime/index.ts'
import { shapingOf } from './document-run.ts'
import type { Prepared } from './engine.ts'
import { answerText } from './respond.ts'
import type { AnswerError } from './shaping.ts'

/** The answers of a subscription, one for each item of its stream (specification, section 6.2.3): made as text when there is room for it. */
export type Answers =
  | { readonly kind: 'answers'; readonly items: AsyncIterable<Json>; textOf(item: Json): string }
  | { readonly kind: 'refused'; readonly errors: readonly AnswerError[] }

/** Asks for the stream; a problem refuses the subscription. */
export const subscribe = async ({ plan, running }: Prepared): Promise<Answers> => {
  if (plan.kind !== 'subscription') throw new Error('Only subscriptions are streams.')
  const { stream } = plan
  const outcome: Outcome = await stream.ask(running)
  if (outcome.kind === 'problem') return { kind: 'refused', errors: [{ problem: outcome.problem }] }
  if (outcome.kind !== 'stream')
    return {
      kind: 'refused',
      errors: [{ problem: problem('not-implemented', { detail: 'There is no stream of it.' }) }],
    }
  const { requestId } = running.context.origin
  const textOf = (item: Json): string => {
    const errors: AnswerError[] = []
    const shaping = { ...shapingOf(running, stream.key), errors, room: answerRoom() }
    try {
      const data = `{${JSON.stringify(stream.key)}:${stream.item(item, shaping)}}`
      return answerText({ data, errors }, requestId)
    } catch (error) {
      // An item that is too long is told as such, and those after it go on.
      if (error instanceof ProblemError)
        return answerText({ data: null, errors: [{ problem: error.problem }] }, requestId)
      throw error
    }
  }
  return { kind: 'answers', items: outcome.items, textOf }
}
