import { singularNoun } from '@charter/charter'
import { actionsOf } from '../language/actions.ts'
import type { Options } from '../options.ts'
import { note, type Outline } from '../outline.ts'
import { operationName } from '../outline-names.ts'
import { entityName, wordsOf } from '../read/names.ts'
import { quoted, sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import { saidBy, type Taken } from './taken.ts'
import { verbOf } from './verb-of.ts'

/** What the service does by itself. */
interface InternalSaid extends Pick<Taken, 'quote' | 'offset' | 'end'> {
  /** `recalculate totals`. */
  readonly deed: string
  /** `order`, where it is done with one of them. */
  readonly one: string
  /** `nightly`; empty where the words do not say when. */
  readonly timing: string
}

const name = `${letter}+(?: ${letter}+)?`
const timing = '(?:nightly|daily|hourly|weekly|monthly|yearly|regular|periodic)'
const behind = `(?<behind>every (?:night|day|hour|week|month|morning|evening)|once an? (?:day|week|month|hour)|at (?:night|midnight)|each (?:night|day|week|month)|nightly|daily|hourly|weekly|monthly)`
const nobody =
  '(?:nobody|no one|no client|no user|only the (?:system|service)(?: itself)?)(?: (?:can|may))? calls?(?: from (?:the )?outside)?'
const closed = "(?:cannot|can['’]t|can not|must not|may not) be called from (?:the )?outside"
const system = 'the (?:system|service|application|software)(?: itself)?'

const forms = [
  `(?:there (?:is|should be|must be) |we (?:have|need|want) )?(?:an?|the) (?:(?<timing>${timing}) )?(?<job>${letter}+(?:[- ]${letter}+)??)(?: of (?:the |all )?(?<thing>${name}?))?(?: (?:that|which))? (?:${nobody}|${closed})`,
  `only ${system} (?:may |can |is allowed to )?(?<verb>${letter}+) (?<article>an? |the |all |any )?(?<thing>${name}?)(?:,? ${behind})?`,
  `(?<article>an? |the |all )?(?<thing>${name}) (?:is|are|(?:may|can) only be|(?:may|can) be) (?:only (?<done>${letter}+) by ${system}|(?<done2>${letter}+) (?:only by ${system}|by ${system}(?: only| alone)))(?:,? ${behind})?`,
].map((source) => new RegExp(`^${source}$`, 'i'))

/** `Only the system itself may recalculate totals`: an operation that nobody calls from outside. */
export const internalsTaken = (words: string): readonly Taken[] =>
  sentencesSaid(words).flatMap(({ text, start }) => {
    const clean = text
      .replace(/\s+/g, ' ')
      .replace(/^[\s>*•–—-]*(?:\d+[.)]\s*)?/, '')
      .replace(/[\s.!?;,:]+$/, '')
    const groups = forms.map((form) => form.exec(clean)?.groups).find((each) => each)
    const found = groups && internalOf(groups)
    if (!found) return []
    const said = { ...found, quote: text.trim(), offset: start, end: start + text.length }
    return [
      { quote: said.quote, offset: start, end: said.end, addThings: (outline: Outline) => addInternal(outline, said) },
    ]
  })

/** Null where it is a right to rows that nobody has. */
const internalOf = ({
  job,
  thing = '',
  verb,
  done,
  done2,
  article = '',
  timing: ahead = '',
  behind: after = ahead,
}: Readonly<Record<string, string | undefined>>): Pick<InternalSaid, 'deed' | 'one' | 'timing'> | null => {
  const said = verb ?? done ?? done2
  const plain = said === undefined ? '' : verbOf(said.toLowerCase())
  if (job === undefined && (actionsOf(plain) !== null || /^(?:knows?|have|has|be|is)$/.test(plain))) return null
  const deed = job === undefined ? `${plain} ${thing}` : [isVague.test(job) ? ahead : '', job, thing].join(' ')
  return {
    deed: wordsOf(deed.replace(/-/g, ' ')).join(' '),
    one: /^an? $/i.test(article) ? singularNoun(wordsOf(thing).join(' ')) : '',
    timing: after.toLowerCase(),
  }
}

const isVague = /^(?:job|task|process|run)$/i

const addInternal = (outline: Outline, { deed, one, timing: at, ...said }: InternalSaid): boolean => {
  const entity = one === '' ? undefined : outline.entities.get(entityName(one))
  const operation = operationName(deed)
  if (operation === '' || outline.operations.has(operation) || outline.internal.has(operation)) return false
  const options: Options = {
    description: `${deed.charAt(0).toUpperCase()}${deed.slice(1)}.`,
    internal: true,
    ...(entity && { entity: entity.name, result: entity.name }),
  }
  outline.internal.set(operation, options)
  note(outline, operation, saidBy(said))
  const sentence =
    at === ''
      ? `"${quoted(said.quote)}": when does ${operation} run? Its code is to be written, and a hook or an operation calls it; nobody else can.`
      : `"${quoted(said.quote)}": what runs ${operation} ${at}? A charter has no timetable yet. Its code is to be written, and a hook or an operation calls it; nobody else can.`
  outline.questions.push({ about: operation, sentence, choices: [] })
  return true
}
