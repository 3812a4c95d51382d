import { wordsOf } from '../read/names.ts'
import { verbMeaning } from '../read/verbs.ts'
import { type Evidence, mentions, overlaps, type Span, stem } from './evidence.ts'

export interface GrantClaim {
  /** Where the words stand that a grant is said to rest on. */
  readonly span: Span
  readonly entity: string
  readonly role: string
}

/** What the words say of a grant: null where they stand on no line that names its role. */
export interface Told {
  /** The sentences that it is said to rest on. */
  readonly quoted: string
  /** Whether these, or others that name both role and entity, say the action. */
  says(action: string): boolean
}

export const toldIn = (evidence: Evidence, { span, entity, role }: GrantClaim): Told | null => {
  const line = evidence.lines(span)
  if (!mentions(line, role)) return null
  const quoted = evidence.sentences.filter((each) => overlaps(each, span)).map(evidence.text)
  const others = evidence.sentences
    .filter((each) => !overlaps(each, span) && !evidence.addressed.some((order) => overlaps(order, each)))
    .map(evidence.text)
    .filter((sentence) => mentions(sentence, role) && (mentions(sentence, entity) || broad.test(sentence)))
  const sentences = [...quoted, ...others].map(beforeDenial)
  return {
    quoted: quoted.join('. '),
    says: (action) => sentences.some((each) => saysIn(each, action)) || isNamed(line, action),
  }
}

const broad = /\b(?:everything|anything|all|full|any|complete|unrestricted)\b/i
const crud = ['create', 'read', 'update', 'delete', 'list', 'audit']

/** `Guests see pages but cannot delete them`: what follows is not told. */
const beforeDenial = (sentence: string): string =>
  sentence.split(/\b(?:cannot|can['’]?t|not|never|nobody|no one|without|except)\b/i)[0] ?? ''

/** By its verbs; where none of these is known here, a sentence says no more than that something may be seen. */
const saysIn = (sentence: string, action: string): boolean => {
  if (!crud.includes(action)) return false
  if (action === 'audit') return /\b(?:audit|history|trail|log)/i.test(sentence)
  const verbs = wordsOf(sentence).flatMap((word) => verbMeaning(word) ?? [])
  if (verbs.some((verb) => verb.kind === 'actions' && verb.actions.includes(action))) return true
  if (/\b(?:manage|administer|handle|maintain|do|full (?:access|control)|look\w* after)/i.test(sentence)) return true
  return (
    verbs.length === 0 && sentence.trim() !== '' && (broad.test(sentence) || action === 'read' || action === 'list')
  )
}

/** An operation by its verb: `dischargePatient` where the line says `discharge`. */
const isNamed = (line: string, action: string): boolean => {
  const [verb] = wordsOf(action)
  return !crud.includes(action) && verb !== undefined && wordsOf(beforeDenial(line)).map(stem).includes(stem(verb))
}
