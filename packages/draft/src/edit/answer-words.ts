import { withArticle } from '@charter/runtime'
import type { DraftQuestion } from '../outline.ts'
import { nounText } from './find.ts'

/** The words that an answer to one kind of question comes to; an empty text where the draft says so already. */
interface Meaning {
  readonly question: RegExp
  readonly words: (answer: string, groups: Readonly<Record<string, string>>, about: string) => string | null
}

const everything = 'create, read, update, delete and list'

/** Questions of drafts by how they begin. One that is not here is answered in words of an edit. */
const meanings: readonly Meaning[] = [
  { question: /^How many rows has a page\?/, words: (answer) => `page size ${answer}` },
  {
    question: /^Who looks after (?<names>.+)\? Assumed: (?<assumed>[\w-]+)\./,
    words: (role, { names = '', assumed = '' }) =>
      role === assumed ? '' : `${role} may ${everything} any ${names}; ${assumed} may no longer ${everything} ${names}`,
  },
  {
    question: /^May an? (?<role>.+?) (?<verbs>[\w-]+(?: or [\w-]+)*) (?<entity>\w+)\? The words say both/,
    words: (answer, { role, verbs = '', entity }) =>
      answer === 'yes' ? `${role} may ${verbs.replaceAll(' or ', ' and ')} ${entity}` : '',
  },
  {
    question: /is described, and left out by .* Is it kept\?/s,
    words: (answer, _, about) => (answer === 'leave it out' ? `remove ${about}` : ''),
  },
  {
    question: /is ".*" in one place and ".*" in another\. Which holds\? Drafted: (?<drafted>.*)\.$/s,
    words: (answer, { drafted }, about) =>
      answer === drafted ? '' : `make ${about} ${answer.includes(', ') ? `one of ${answer}` : withArticle(answer)}`,
  },
  {
    question: /^Does one (?<one>\w+) have one (?<other>\w+) or many\?/,
    words: (answer, { one = '', other = '' }) =>
      answer === 'many'
        ? `${withArticle(nounText(one))} can have several ${nounText(other)}`
        : `${withArticle(nounText(one))} has one ${nounText(other)}`,
  },
  {
    question: /^Each needs the other first.* Which of the two comes first\?$/s,
    words: (answer, _, about) => (answer === about.split('.')[0] ? '' : `make ${about} required`),
  },
]

/**
 * What a choice of a draft's question means as words of an edit: empty where nothing has to change, null where the choice
 * says something that a charter cannot say yet. Any other answer is taken as words.
 */
export const wordsOfAnswer = ({ sentence, about, choices }: DraftQuestion, answer: string): string | null => {
  if (!choices.includes(answer)) return answer
  for (const { question, words } of meanings) {
    const found = question.exec(sentence)
    if (found) return words(answer, found.groups ?? {}, about)
  }
  return /^(?:whoever created it|REST for now|SQLite for now)$/.test(answer) ? '' : null
}
