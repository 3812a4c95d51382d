import { parseCharter } from '@charter/charter'
import { answerQuestion, type Draft, type ModelDraft } from '@charter/draft'
import { checkLoaded } from '@charter/project/check'
import { unifiedDiff } from '@charter/project/edit/unified-diff'
import { styles } from '@charter/styles'
import { isTerminal, startAsking, type TerminalPrompt } from './ask.ts'
import { UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

type AnyDraft = Draft | ModelDraft

/** Asks what a draft left open, at this terminal, and shows what the answers changed. */
export const askAtTerminal = async <Given extends AnyDraft>(draft: Given, terminal: Terminal): Promise<Given> => {
  if (!isTerminal())
    throw new UsageError('-i asks questions, so it needs a terminal. Leave it out, and answer with charter edit.')
  const asking = startAsking()
  try {
    return await answerQuestions(draft, asking, terminal)
  } finally {
    asking.close()
  }
}

/**
 * The draft after its questions were asked one by one: a number or words answer, Enter keeps what was assumed, `?` says why it
 * is asked. The end of the input or Ctrl-C keeps what was answered until then.
 */
export const answerQuestions = async <Given extends AnyDraft>(
  draft: Given,
  asking: TerminalPrompt,
  terminal: Terminal,
): Promise<Given> => {
  let current = draft
  for (const [at, question] of draft.questions.entries()) {
    sayQuestion(terminal, question, `${at + 1} of ${draft.questions.length}`)
    const next = await answered(current, question, asking, terminal)
    if (!next) {
      terminal.note('Stopped; what was answered is kept, the rest stays open.')
      break
    }
    current = next
  }
  for (const line of unifiedDiff('charter.yaml', draft.document, current.document)) terminal.note(line)
  return current
}

type Question = Draft['questions'][number]

const sayQuestion = ({ note, style }: Terminal, { sentence, choices }: Question, number: string): void => {
  note('')
  note(`${style.warn(number)}  ${sentence}`)
  for (const [at, choice] of choices.entries()) note(`  ${at + 1}  ${choice}`)
  note(
    style.muted(
      `  ${choices.length > 0 ? 'A number, or ' : ''}words of your own; Enter keeps what was assumed; ? says why.`,
    ),
  )
}

/** The draft after one answer; null when nobody answers any more. */
const answered = async <Given extends AnyDraft>(
  draft: Given,
  question: Question,
  asking: TerminalPrompt,
  terminal: Terminal,
): Promise<Given | null> => {
  for (;;) {
    const said = await asking.question('> ')
    if (said === null) return null
    if (said === '?') {
      terminal.note(`  ${whyAsked(draft, question)}`)
      continue
    }
    const answer = said === '' ? null : (question.choices[Number(said) - 1] ?? said)
    const { files, steps, provenance, hint } = answerQuestion({ 'charter.yaml': draft.document }, question, answer, {
      check,
    })
    if (hint !== null) {
      terminal.note(`  ${hint}`)
      continue
    }
    for (const { did } of steps) terminal.note(`  ${terminal.style.good('done')}  ${did}`)
    const fresh = Object.entries(provenance).map(([path, { offset: _, ...from }]) => [path, from] as const)
    return {
      ...draft,
      document: files['charter.yaml'] ?? draft.document,
      lockProvenance: { ...draft.lockProvenance, ...Object.fromEntries(fresh) },
      questions: draft.questions.filter((each) => each !== question),
    }
  }
}

const check = (files: Readonly<Record<string, string>>) =>
  checkLoaded({ ...parseCharter(files, { styles }), folder: '.', file: 'charter.yaml' })

const whyAsked = ({ lockProvenance }: AnyDraft, { about, isContradiction }: Question): string => {
  const from = lockProvenance[about]
  if (isContradiction === true)
    return 'The words say two things that cannot both hold, so one was drafted and the other is asked about.'
  if (from?.quoted !== undefined) return `The words say "${from.quoted}" of ${about}, and no more.`
  if (from?.assumed !== undefined) return `${about} was assumed: ${from.assumed}.`
  return `The words do not say it${about === '' ? '' : ` of ${about}`}, and the charter has to.`
}
