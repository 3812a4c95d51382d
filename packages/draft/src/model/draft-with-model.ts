import { randomUUID } from 'node:crypto'
import type { Draft } from '../outline.ts'
import { type Attempts, attempt } from './attempt.ts'
import { candidateOf } from './candidate.ts'
import { type CheckDocument, checkDocument } from './check-draft.ts'
import { choose } from './choose.ts'
import { evidenceIn } from './evidence.ts'
import { failureOf, ModelFailure } from './failure.ts'
import { defaultLimits, type Limits, pageCharacters } from './limits.ts'
import { type ModelName, modelText } from './model-name.ts'
import type { ModelProgress } from './model-progress.ts'
import { type Environment, openModel } from './open-model.ts'
import { type Cost, costOf, spentText, type Usage } from './prices.ts'

export interface ModelOptions {
  readonly model: ModelName
  /** Keys by their usual names, and `CHARTER_MODEL_URL`. */
  readonly environment: Environment
  /** What the planner drafted from the same words: the hint, and the answer where the model gives none. */
  readonly planner: Draft
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ModelProgress) => void
  readonly limits?: Partial<Limits>
  readonly check?: CheckDocument
  /** What no text can know; random unless given. */
  readonly boundary?: string
}

export interface ModelDraft extends Draft {
  readonly by: 'model' | 'planner' | 'merged'
  /** Answers that the model gave or began. */
  readonly attempts: number
  readonly usage: Usage
  /** By list price; null where that is not known. */
  readonly cost: Cost | null
  /** One or two sentences: whose draft it is and why, and what was spent. */
  readonly said: string
}

/**
 * A draft by a language model, held to the charter's schema, repaired on what `check` finds, screened against the words, and
 * kept, alone or joined with the planner's, where it holds no less of the words than the planner's. On any failure the
 * planner's draft is the answer and `said` says why; only a bug rejects. Sends the words and the planner's draft of them, and
 * nothing else; instructions in the words are not obeyed.
 */
export const draftWithModel = async (words: string, options: ModelOptions): Promise<ModelDraft> => {
  const limits = { ...defaultLimits, ...options.limits }
  const attempts: Attempts = { count: 0, usage: { inputTokens: 0, outputTokens: 0 } }
  const deadline = AbortSignal.timeout(limits.wholeMs)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  const secrets: string[] = []
  try {
    refuseLong(words, limits)
    const opened = await openModel(options.model, options.environment)
    secrets.push(...opened.secrets)
    return await drafted(words, options, { limits, attempts, signal, model: opened.model })
  } catch (error) {
    const failure = stopped(options, deadline, limits) ?? failureOf(error, modelText(options.model), secrets)
    if (!failure) throw error
    return result(options, attempts, {
      ...options.planner,
      by: 'planner',
      why: `The planner answered: ${failure.message}`,
    })
  }
}

const refuseLong = (words: string, { pagesMax }: Limits): void => {
  const pages = Math.ceil(words.length / pageCharacters)
  if (words.trim() === '') throw new ModelFailure('there are no words to draft from. Say what the API is about.')
  if (pages > pagesMax)
    throw new ModelFailure(
      `the words are ${pages} pages of ${pageCharacters} characters, and a model is given at most ${pagesMax}. Draft from a shorter text.`,
    )
}

const stopped = ({ signal }: ModelOptions, deadline: AbortSignal, { wholeMs }: Limits): ModelFailure | null => {
  if (signal?.aborted) return new ModelFailure('the model was stopped. Run the same command again to ask it anew.')
  if (!deadline.aborted) return null
  return new ModelFailure(`the model did not finish within ${wholeMs / 1000} seconds. Try again, or try another model.`)
}

type AttemptSettings = Omit<Parameters<typeof attempt>[1], 'boundary' | 'check' | 'hint' | 'evidence' | 'onProgress'>

const drafted = async (words: string, options: ModelOptions, running: AttemptSettings): Promise<ModelDraft> => {
  const { planner, check = checkDocument, onProgress = () => {}, boundary = randomUUID() } = options
  const evidence = evidenceIn(words)
  const answer = await attempt(words, { ...running, hint: planner.document, evidence, check, onProgress, boundary })
  const chosen = choose(answer, { planner: candidateOf(planner), plannerDraft: planner, evidence, check })
  return result(options, running.attempts, chosen)
}

type Outcome = Draft & Pick<ModelDraft, 'by'> & { readonly why: string }

const result = ({ model }: ModelOptions, { count, usage }: Attempts, { why, ...draft }: Outcome): ModelDraft => {
  const cost = costOf(model, usage)
  const answers = `${count} answer${count === 1 ? '' : 's'}`
  const said = count === 0 ? why : `${why} ${modelText(model)}: ${answers}, ${spentText(usage, cost)}.`
  return { ...draft, attempts: count, usage, cost, said }
}
