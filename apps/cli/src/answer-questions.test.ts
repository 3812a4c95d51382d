import { parseCharter } from '@charter/charter'
import { draftCharter } from '@charter/draft'
import { expect, test } from 'vitest'
import { answerQuestions } from './answer-questions.ts'
import { createTerminal } from './terminal.ts'

const words = `A shop keeps orders. An order has a number, a total and a status.
Clerks may read, create and delete orders. Clerks may not delete orders.
Lists have 20 rows per page. Lists have 50 rows per page.
A warehouse has a name.`

/** Somebody who gives these answers in turn, then ends the input. */
const giving = (...answers: readonly string[]) => {
  const left = [...answers]
  return { question: () => Promise.resolve(left.shift() ?? null), close: () => {} }
}

const said: string[] = []
const terminal = {
  ...createTerminal(process.stdout, process.stderr, { NO_COLOR: '1' }),
  note: (text: string) => void said.push(text),
}

test('questions are asked one by one; numbers, words, Enter and ? are understood, and the end keeps what was answered', async () => {
  const draft = draftCharter(words)
  const sizes = draft.questions.findIndex(({ sentence }) => sentence.startsWith('How many rows'))
  expect(sizes).toBeGreaterThanOrEqual(0)
  const before = draft.questions.slice(0, sizes).map(() => '')
  const { document, questions } = await answerQuestions(draft, giving(...before, '?', 'bananas', '2'), terminal)
  expect(document).toContain('pageSizeDefault: 50')
  expect(document).not.toContain('How many rows')
  expect(questions).toHaveLength(draft.questions.length - sizes - 1)
  expect(said.join('\n')).toMatch(/cannot both hold.*Say it like.*done.*pageSizeDefault to 50.*\+limits/s)
  expect(parseCharter({ 'charter.yaml': document }).diagnostics).toEqual([])
})

test('every choice of a question is acted on, or it is said that it cannot be', async () => {
  const draft = draftCharter(words)
  for (const [at, { choices }] of draft.questions.entries())
    for (const choice of choices) {
      said.length = 0
      const { document } = await answerQuestions(
        { ...draft, questions: draft.questions.slice(at, at + 1) },
        giving(choice),
        terminal,
      )
      expect(parseCharter({ 'charter.yaml': document }).diagnostics, choice).toEqual([])
      expect(said.join('\n'), choice).not.toMatch(/Say it like/)
    }
})
