import { singularNoun } from '@charter/charter'
import { wordsOf } from '../read/names.ts'
import { sentencesSaid } from '../sentences-said.ts'
import { clausesSaid } from './clauses-said.ts'
import { letter } from './letter.ts'
import { name } from './sentence-form.ts'
import { type Source, takenFrom } from './taken.ts'
import { verbOf } from './verb-of.ts'

/** What the service does by itself. */
export interface InternalSaid extends Source {
  /** `recalculate totals`. */
  readonly deed: string
  /** `recalculate`; empty where a noun says what it is. */
  readonly verb: string
  /** `total`; empty where it is what was spoken of before. */
  readonly thing: string
  /** The state that it is brought to: `mark it as returned`. */
  readonly state: string
  /** It is done with one of them. */
  readonly isOfOne: boolean
  /** `nightly`; empty where the words do not say when. */
  readonly timing: string
  /** What the words speak of before it. */
  readonly before: string
}

const timing = '(?:nightly|daily|hourly|weekly|monthly|yearly|regular|periodic)'
const behind = `(?<behind>every (?:night|day|hour|week|month|morning|evening)|once an? (?:day|week|month|hour)|at (?:night|midnight)|each (?:night|day|week|month)|nightly|daily|hourly|weekly|monthly)`
const software =
  '(?:the|our) (?:system|service|application|app|software|backend|server|platform|api|program)(?: itself)?'
const nobody = `(?:nobody|no one|no client|no user|only ${software})(?: (?:can|may))? calls?(?: from (?:the )?outside)?`
const closed = "(?:cannot|can['’]t|can not|must not|may not) be called from (?:the )?outside"
const somebody = '(?:but|except(?: for)?|other than|apart from)'
const alone = `(?:only ${software}|${software} (?:alone|only|and nobody else|and no one else)|(?:nobody|no one)(?: else)? ${somebody} ${software}|nothing ${somebody} ${software})`
/** Where it goes, and when it happens, change nothing of whose it is. */
const rest = `(?:,? (?:to|after|when|once|from|in|with|on|for|by) .+)?`
const object = `(?:(?<it>it|them|these|those)|(?<article>an? |the |all |any |every |each )?(?<thing>${name}?))`
const whole = `(?:(?<it>it|they)|(?<article>an? |the |all |every |each )?(?<thing>${name})(?: (?:of|for|on) (?:an?|the|each|every|its|their) ${name}?)?)`
const brings = '(?:marks?|sets?|moves?|puts?|turns?|flags?)'

const forms = [
  `(?:there (?:is|should be|must be) |we (?:have|need|want) )?(?:an?|the) (?:(?<timing>${timing}) )?(?<job>${letter}+(?:[- ]${letter}+)??)(?: of (?:the |all )?(?<thing>${name}?))?(?: (?:that|which))? (?:${nobody}|${closed})`,
  `${alone} (?:may |can |is allowed to )?${brings} ${object} (?:as|to|into) (?:an? )?(?<state>${letter}+(?: ${letter}+)??)(?:,? ${behind})?${rest}`,
  `${alone} (?:may |can |is allowed to )?(?<verb>${letter}+) ${object}(?:,? ${behind})?${rest}`,
  `${whole} (?:(?:is|are|gets?) (?:only|solely|exclusively) (?<done>${letter}+) by ${software}|(?:may|can|must) only be (?<done>${letter}+) by ${software}|(?:is|are|gets?|(?:may|can|must) be) (?<done>${letter}+) (?:(?:only|solely|exclusively) by ${software}|by ${software}(?:,? (?:only|alone|exclusively|and (?:by )?nobody else)| itself)))(?:,? ${behind})?${rest}`,
  `(?<gerund>${letter}+ing) (?:an? |the |all |any )?(?<thing>${name}?)(?: of (?:an?|the|each|every) ${name})? is (?:only )?(?:done|left|up) (?:only )?(?:by|to) ${software}(?: alone| only)?`,
].map((source) => new RegExp(`^${source}$`, 'i'))
/** `What only the backend does: computing prices and locking doors`. */
const list = new RegExp(
  `^(?:(?:things|tasks|jobs|deeds|actions|what|the following) (?:(?:that|which) )?(?:(?:is|are) )?(?:${alone} (?:does|do|runs?|may do|can do)|done (?:only )?by ${software}(?: alone| only)?)|${alone} (?:does|do|may do)(?: (?:these|the following|this))?(?: things)?)(?:,[^:]+)?: (?<deeds>.+)$`,
  'i',
)
const listed = new RegExp(
  `^(?<verb>${letter}+ing) (?<article>an? |the |all )?(?<thing>${name}?)(?: (?:of|for) (?:an?|the|each|every|its) ${name})?$`,
  'i',
)

/** What only the system does, clause by clause. */
export const internalsIn = (words: string): readonly InternalSaid[] =>
  sentencesSaid(words).flatMap((sentence) => {
    const before = words.slice(0, sentence.start)
    const all = takenFrom(sentence)
    const clauses = clausesSaid(sentence)
    const deeds = list.exec(clauses.text)?.groups?.deeds
    if (deeds !== undefined) {
      const each = deeds.split(/,\s*(?:and )?| and /i).map((deed) => listed.exec(deed)?.groups)
      const found = each.map((groups) => groups && internalOf(groups))
      return found.every((one) => one)
        ? found.flatMap((one, at) => (one ? [{ ...one, ...all, ...(at > 0 && { end: all.from }), before }] : []))
        : []
    }
    return clauses.parts.flatMap(({ text, from, end }, at) => {
      const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found)
      const found = groups && internalOf(groups)
      const earlier = clauses.parts.slice(0, at).map((part) => part.text)
      return found ? [{ ...found, ...all, from, end, before: [before, ...earlier].join(' ') }] : []
    })
  })

const internalOf = ({
  job,
  thing = '',
  verb,
  done,
  gerund,
  state = '',
  article = '',
  it,
  timing: ahead = '',
  behind: after = ahead,
}: Readonly<Record<string, string | undefined>>): Omit<InternalSaid, keyof Source | 'before'> | null => {
  const said = verb ?? done ?? gerund ?? (state === '' ? undefined : 'mark')
  const plain = said === undefined ? '' : verbOf(said.toLowerCase())
  if (/^(?:knows?|have|has|be|is|does?)$/.test(plain)) return null
  const deed = job === undefined ? `${plain} ${thing} ${state}` : [isVague.test(job) ? ahead : '', job, thing].join(' ')
  return {
    deed: wordsOf(deed.replace(/-/g, ' ')).join(' '),
    verb: plain,
    thing: it === undefined ? singularNoun(wordsOf(thing).join(' ')) : '',
    state: state.toLowerCase(),
    isOfOne: /^an? $/i.test(article),
    timing: after.toLowerCase(),
  }
}

const isVague = /^(?:job|task|process|run)$/i
