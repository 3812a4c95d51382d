import type { Draft } from '../outline.ts'
import { type Candidate, mapAt, textsAt } from './candidate.ts'
import { type CheckDocument, findingsIn } from './check-draft.ts'
import type { Evidence } from './evidence.ts'
import { merge } from './merge.ts'
import { modelCandidate } from './model-candidate.ts'
import type { Answer } from './read-answer.ts'
import { scoreOf } from './score.ts'
import { screen } from './screen.ts'
import { writeCandidate } from './write-candidate.ts'

export interface ChoiceInput {
  readonly planner: Candidate
  readonly plannerDraft: Draft
  readonly evidence: Evidence
  readonly check: CheckDocument
}

export type Chosen = Draft & { readonly by: 'model' | 'planner' | 'merged'; readonly why: string }

/**
 * The best of three by `scoreOf`: the model's draft, the planner's, and both joined; what has findings is out of the
 * running. On a tie the model's comes before the joined one, and that before the planner's.
 */
export const choose = (answer: Answer, { planner, plannerDraft, evidence, check }: ChoiceInput): Chosen => {
  const settled = answer.passedOver.flatMap((each) => evidence.find(each) ?? [])
  const read = modelCandidate(answer, evidence)
  const rolesRead = textsAt(mapAt(read.charter, 'access'), 'roles')
  const model = screen(read, planner, evidence)
  const merged = merge({ model, planner, evidence, settled, rolesRead })
  const running = [
    { by: 'model' as const, candidate: model, draft: writeCandidate(model) },
    { by: 'merged' as const, candidate: merged, draft: writeCandidate(merged) },
  ].filter(({ draft }) => findingsIn(check(draft.document)).length === 0)
  const all = [...running, { by: 'planner' as const, candidate: planner, draft: plannerDraft }]
  const scores = all.map(({ candidate }) => scoreOf(candidate, evidence, settled))
  const best = scores.indexOf(Math.max(...scores))
  const { by, draft } = all[best] ?? { by: 'planner' as const, draft: plannerDraft }
  return {
    ...draft,
    analysis: plannerDraft.analysis,
    by,
    why: whyOf(
      by,
      all.map(({ by: each }, index) => ({ by: each, score: scores[index] ?? 0 })),
    ),
  }
}

interface Scored {
  readonly by: Chosen['by']
  readonly score: number
}

const whyOf = (by: Chosen['by'], scored: readonly Scored[]): string => {
  const scores = scored.map((each) => `${each.by} ${each.score}`).join(', ')
  if (by === 'model') return `The model's draft is kept (${scores}).`
  if (by === 'merged')
    return `The model's draft is kept, with what it passed over added from the planner's (${scores}).`
  const isAlone = scored.length === 1
  return isAlone
    ? "The planner answered: what words support in the model's draft is no charter without mistakes. Try another model."
    : `The planner answered: its draft holds more of the words than the model's (${scores}).`
}
