import type { DraftQuestion } from '../outline.ts'
import { wordsOfAnswer } from './answer-words.ts'
import type { Edit } from './edit.ts'
import { type EditOptions, editCharter } from './edit-charter.ts'
import { isMembers } from './flow-text.ts'
import { Sheet } from './sheet.ts'

export interface Answered {
  readonly files: Edit['files']
  /** What the answer changed. */
  readonly steps: Edit['steps']
  readonly provenance: Edit['provenance']
  /** Why the answer could not be acted on; then nothing is changed. */
  readonly hint: string | null
}

/**
 * Acts on the answer to a question of the document, and settles it there: one that was answered goes, one whose assumption
 * is kept (`answer` null) is an assumption from then on.
 */
export const answerQuestion = (
  files: Edit['files'],
  question: DraftQuestion,
  answer: string | null,
  options: EditOptions = {},
): Answered => {
  const none = { steps: [], provenance: {}, hint: null }
  if (answer === null) return { ...none, files: settled(files, question, 'kept') }
  const words = wordsOfAnswer(question, answer)
  if (words === null)
    return {
      ...none,
      files,
      hint: `"${answer}" cannot be written into a charter yet. Say in words what is to change, or press Enter.`,
    }
  if (words === '') return { ...none, files: settled(files, question, 'kept') }
  const edit = editCharter(words, files, options)
  const hint = hintOf(edit)
  if (hint !== null) return { ...none, files, hint }
  return {
    files: settled(edit.files, question, 'answered'),
    steps: edit.steps,
    provenance: edit.provenance,
    hint: null,
  }
}

const hintOf = ({ isRefused, findings, notUnderstood, questions, steps }: Edit): string | null => {
  if (isRefused) return findings.map(({ message }) => message).join(' ')
  // What holds already is an answer, too.
  const open = notUnderstood.filter(({ hint }) => !/ already[.: ]/.test(hint))
  if (open[0]) return open[0].hint
  const [asked] = steps.length === 0 ? questions : []
  return asked ? `${asked.sentence} ${asked.choices.join(' / ')}` : null
}

const settled = (files: Edit['files'], { sentence }: DraftQuestion, how: 'kept' | 'answered'): Edit['files'] => {
  const sheet = new Sheet(files)
  const questions = sheet.value(['questions'])
  const at = Array.isArray(questions)
    ? questions.findIndex((each) => isMembers(each) && each.sentence === sentence)
    : -1
  if (at < 0) return files
  const path = ['questions', String(at)]
  if (how === 'answered') sheet.removeItem(path)
  else sheet.set([...path, 'kind'], 'assumed')
  return sheet.files
}
