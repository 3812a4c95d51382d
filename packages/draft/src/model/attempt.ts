import type { LanguageModel, ModelMessage } from 'ai'
import { answerSchema } from './answer-form.ts'
import { type Answered, ask } from './ask.ts'
import { type CheckDocument, findingSentence, findingsIn } from './check-draft.ts'
import type { Evidence } from './evidence.ts'
import { callErrorOf, ModelFailure } from './failure.ts'
import type { Limits } from './limits.ts'
import { modelCandidate } from './model-candidate.ts'
import type { ModelProgress } from './model-progress.ts'
import type { Usage } from './prices.ts'
import { entityNamesIn } from './progress.ts'
import { tell, tellFindings, tellUnreadable } from './prompt.ts'
import { type Answer, readAnswer } from './read-answer.ts'
import { withRetries } from './retry.ts'
import { writeCandidate } from './write-candidate.ts'

/** What was asked so far, also where it ended in a failure. */
export interface Attempts {
  count: number
  usage: Usage
}

export interface AttemptOptions {
  readonly model: LanguageModel
  readonly hint: string
  readonly boundary: string
  readonly evidence: Evidence
  readonly check: CheckDocument
  readonly limits: Limits
  readonly signal: AbortSignal
  readonly attempts: Attempts
  readonly onProgress: (progress: ModelProgress) => void
}

/** An answer whose charter has no finding, after at most `repairsMax` repairs. Rejects with ModelFailure or what the call failed with. */
export const attempt = async (words: string, attempting: AttemptOptions): Promise<Answer> => {
  const { evidence, check, limits } = attempting
  const conversation = converse(words, attempting)
  for (let repairs = 0; ; repairs++) {
    const text = await conversation.next()
    const answer = readAnswer(text)
    const complaint = answer ? complaintOn(answer, evidence, check) : tellUnreadable
    if (answer && complaint === null) return answer
    if (repairs >= limits.repairsMax)
      throw new ModelFailure(
        `no answer in ${repairs + 1} was a charter without mistakes. Try another model, or clearer words.`,
      )
    conversation.complain(text, complaint ?? '')
  }
}

const findingsMax = 40

const complaintOn = (answer: Answer, evidence: Evidence, check: CheckDocument): string | null => {
  const { document } = writeCandidate(modelCandidate(answer, evidence))
  const findings = findingsIn(check(document)).filter(({ code }) => code !== 'no-access' && code !== 'never-revealed')
  if (findings.length === 0) return null
  return tellFindings(findings.slice(0, findingsMax).map((each) => findingSentence(each, document)))
}

/** Asks with the schema as a constraint; a server that refuses it (400, 422) is told it in words instead. */
const converse = (words: string, attempting: AttemptOptions) => {
  const { hint, boundary } = attempting
  const schema = answerSchema()
  let isConstrained = true
  let repair: readonly ModelMessage[] = []
  const answer = (): Promise<Answered> => {
    const told = tell({ words, hint, boundary, ...(!isConstrained && { schema }) })
    const messages: readonly ModelMessage[] = [{ role: 'user', content: told.words }, ...repair]
    return askOnce(attempting, told.instructions, messages, isConstrained ? schema : null)
  }
  return {
    next: async (): Promise<string> => {
      const { text, usage } = await answer().catch((error: unknown) => {
        if (!isConstrained || ![400, 422].includes(callErrorOf(error)?.status ?? 0)) throw error
        isConstrained = false
        return answer()
      })
      attempting.attempts.usage = added(attempting.attempts.usage, usage)
      return text
    },
    /** Only the last answer goes back: earlier ones are mended in it. */
    complain: (text: string, complaint: string): void => {
      repair = [
        { role: 'assistant', content: text === '' ? '{}' : text },
        { role: 'user', content: complaint },
      ]
    },
  }
}

const askOnce = (
  { model, limits, signal, attempts, onProgress }: AttemptOptions,
  instructions: string,
  messages: readonly ModelMessage[],
  schema: Parameters<typeof ask>[0]['schema'],
): Promise<Answered> => {
  let told = 0
  const onText = (text: string): void => {
    if (told === 0) attempts.count += 1
    if (told > 0 && text.length - told < 200) return
    told = text.length
    onProgress({ attempt: attempts.count, entities: entityNamesIn(text) })
  }
  return withRetries(() => ask({ model, instructions, messages, schema, limits, signal, onText }), limits, signal)
}

const added = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
})
