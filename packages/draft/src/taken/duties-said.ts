import { singularNoun } from '@charter/charter'
import { actionsOf } from '../language/actions.ts'
import { denial, modal } from '../language/denials.ts'
import { wordsOf } from '../read/names.ts'
import { sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import { cleaned, name } from './sentence-form.ts'
import { type Source, takenFrom } from './taken.ts'
import { verbOf } from './verb-of.ts'

/** What nobody does with rows that they made themselves. */
export interface DutySaid extends Source {
  /** `approve`. */
  readonly verb: string
  /** `request`; empty where the verb alone says of what. */
  readonly thing: string
  /** Of whom it is said; empty: of everybody. */
  readonly who: string
  /** How a row is made, where the words say it: `enteredBy`. */
  readonly creator: string | undefined
  /** Words behind it that are not understood: `unless they are an owner`. */
  readonly more: string
}

const made =
  '(?<made>made|created|entered|submitted|requested|raised|filed|placed|booked|recorded|wrote|written|proposed|opened|registered|reported|uploaded|posted|added|prepared|issued|ordered)'
const makes =
  '(?<made>makes|creates|enters|submits|requests|raises|files|places|books|records|writes|proposes|opens|registers|reports|uploads|posts|adds|prepares|issues|orders)'
const makesOrMade = [made, makes].map((each) => each.replace(/^\(\?<made>|\)$/g, '')).join('|')
const maker =
  '(?<maker>creator|requester|requestor|author|submitter|initiator|originator|proposer|writer|reporter|maker)'
const they = '(?:they|he or she|she or he|he|she)'
const their = "(?:their|his or her|her or his|his|her|one['’]s)"
const object = `(?<thing>${name}?)`
/** `their own request`, `a request of their own`. */
const ownObject = `(?:${their} own ${object}|(?:(?:an?|the|any|those) )?${object.replace('<thing>', '<thing2>')} of ${their} own)`
const someone = `(?:someone|somebody|anyone|anybody|a person|people|those|an?(?:other)? ${name}?)`
const mustBe = `(?:is|are|(?:${modal}) (?:only )?be|has to be|have to be|needs to be|can only be|may only be)`
const whoMade = `(?:whoever|who|the (?:person|one|people|${name}?) (?:who|that)) (?:has |have |had )?`

const patterns: readonly string[] = [
  // `Nobody approves their own request`.
  `(?:nobody|no one) (?:(?:${modal}) )?(?:ever )?(?<verb>${letter}+) ${ownObject}`,
  `no (?<who>${name}?) (?:(?:${modal}) )?(?:ever )?(?<verb>${letter}+) ${ownObject}`,
  `(?:the |an? )?(?<who>${name}?) (?:${denial}) (?<verb>${letter}+) ${ownObject}`,
  // `Nobody may approve a request that they made`.
  `(?:nobody|no one|no (?<who>${name}?)) (?:(?:${modal}) )?(?<verb>${letter}+)(?: on| about)? (?:an?|the|any) ${object} (?:that |which )?${they} (?:have |has )?(?:themselves )?${made}(?: themselves| himself| herself)?`,
  `(?:the |an? )?(?<who>${name}?) (?:${denial}) (?<verb>${letter}+) (?:an? |the |any |those )?${object} (?:that |which )?${they} (?:have |has )?(?:themselves )?${made}(?: themselves| himself| herself)?`,
  // `A payment is approved by someone other than who entered it`.
  `(?:(?:an?|the|each|every|all) )?${object} ${mustBe} (?<done>${letter}+) by ${someone} (?:other than|but|who is not|else than|different from|and not(?: by)?) ${whoMade}${made}(?: it| them)?`,
  `(?:(?:an?|the|each|every|all) )?${object} ${mustBe} (?<done>${letter}+) by ${someone} (?:other than|but|who is not|different from|and not(?: by)?) (?:its|the) ${maker}`,
  `(?:an?|the|each|every|no) ${object} (?:(?:may|must|can|should) (?:not|never) be|can['’]?t be|cannot be|is (?:not|never)|(?:may|can) be) (?<done>${letter}+) by (?:${whoMade}${made}(?: it| them)?|(?:its|the) ${maker})`,
  // `The requester cannot approve it`, `whoever enters a payment may not approve it`.
  `(?:the|its|an?) ${maker}(?: of (?:an?|the|each) ${object})? (?:${denial}) (?<verb>${letter}+)(?: it| them)?`,
  `(?:the|its|an?) ${maker} (?:${denial}) (?<verb>${letter}+) (?:the|an?|this|that|any) ${object}`,
  `(?:whoever|the (?:person|one|${name}?) (?:who|that)) (?:${makes}|(?:has )?${made.replace('<made>', '<made2>')}) (?:an?|the) ${object} (?:${denial}) (?<verb>${letter}+)(?: it| that ${letter}+)?`,
  // `The person who entered a payment may not be the person who approves it`.
  `(?:whoever|who|the (?:person|one|people|${name}?) (?:who|that)) (?:has |have )?(?<how>${letter}+) (?:an?|the|any) ${object} (?:${denial}) be (?:(?:the (?:same )?(?:person|one|people|${name}?)|the same|one|someone|anyone|among those) (?:who|that|as (?:the (?:person|one) )?who) |who(?:ever)? )(?<verb>${letter}+)(?: it| them| that ${letter}+)?`,
  `(?:whoever|who|the (?:person|one|${name}?) (?:who|that)) (?<verb>${letter}+) (?:an?|the|any) ${object} (?:${denial}) be (?:the (?:same )?(?:person|one|${name}?) (?:who|that) |who(?:ever)? )(?:has |have )?${made}(?: it| them)?`,
]

const more = '(?<more>,? (?:unless|except|if|when|while|until|but|before|after|once|without|as long as) .+)?'
const forms = patterns.map((source) => new RegExp(`^${source}${more}$`, 'i'))

/** What stands before such a clause: `Managers approve payments`. */
const ahead = new RegExp(
  `^(?!.*\\b(?:and|or|own|their|his|her|its)\\b)(?:(?:the|an?|all|every|each|only) )?(?<who>${name}?) (?:(?:${modal}) )?(?:also )?(?<verb>${letter}+) (?:(?:an?|the|any|all|each|every) )?(?<thing>${name}?)$`,
  'i',
)
const ones = `(?:ones?|${object})`
/** Clauses that leave out what the words before them say. */
const shorter = [
  `(?:not|never|except(?:ing)?(?: for)?|other than|apart from|besides|save(?: for)?|nobody|no one|(?:that|which) (?:are|is) not) ${their} own(?: ${ones})?`,
  `(?:they |he or she )?(?:${denial}) (?<verb>${letter}+) ${their} own(?: ${ones})?`,
  `(?:nobody|no one) (?:(?:${modal}) )?(?:ever )?(?<verb>${letter}+) ${their} own(?: ones?)?`,
  `(?:that|which) they (?:have |did )?not (?:themselves )?(?:${made}|(?:make|create|enter|submit|request|raise|file|place|record|write))(?: themselves)?`,
].map((source) => new RegExp(`^${source}$`, 'i'))
const joints =
  /\s*[,(–—-]+\s*(?:(?:and|but|yet|though|although|while|whereas|however|except that),?\s+)?|\s+(?:and|but|yet|though|although|while|whereas|except that)\s+|\s+(?=(?:except|other than|apart from|besides|save|that|which)\b)/gi

/** `Nobody approves their own request`: separation of duties, of a sentence or of the clause that it ends with. */
export const dutiesIn = (words: string): readonly DutySaid[] =>
  sentencesSaid(words).flatMap((sentence) => {
    const { text, start } = sentence
    if (!mayKeepApart.test(text)) return []
    const whole = dutySaid(clean(text))
    if (whole) return [{ ...whole, ...takenFrom(sentence) }]
    for (const match of text.matchAll(joints)) {
      const said = clean(text.slice(match.index + match[0].length)).replace(/\)$/, '')
      const duty = dutySaid(said) ?? shorterSaid(said, clean(text.slice(0, match.index)))
      if (duty) return [{ ...duty, ...takenFrom(sentence), from: start + match.index }]
    }
    return []
  })

type Duty = Omit<DutySaid, keyof Source>

const dutySaid = (said: string): Duty | null => {
  for (const form of forms) {
    const groups = form.exec(said)?.groups
    const duty = groups && dutyOf(groups)
    if (duty) return duty
  }
  return null
}

/** `but not their own`: what, and by whom, the words before it say. */
const shorterSaid = (said: string, before: string): Duty | null => {
  const groups = shorter.map((form) => form.exec(said)).find((match) => match !== null)?.groups
  const around = groups && ahead.exec(before)?.groups
  if (!groups || !around) return null
  const isOfAll = /^(?:nobody|no one)\b/i.test(said)
  const [verb, thing] = [groups.verb ?? around.verb, groups.thing ?? around.thing]
  return dutyOf({ ...groups, verb, thing, who: isOfAll ? '' : around.who })
}

/** A sentence without these is not looked at further. */
const mayKeepApart =
  /\b(?:nobody|no one|no|never|not|cannot|whoever|other than|apart from|besides|save|but|except\w*|different)\b|n['’]t\b/i

const clean = (text: string): string => cleaned(text).replace(/^(?:and|but|also|however),? /i, '')

const dutyOf = ({
  verb = '',
  done = '',
  thing2 = '',
  thing = thing2,
  who = '',
  more: behind = '',
  made: how,
  made2,
  how: other,
  maker: by,
}: Readonly<Record<string, string | undefined>>): Duty | null => {
  const plain = verb !== '' ? verbOf(verb.toLowerCase()) : verbOf(done.toLowerCase())
  if (plain === '' || noDeed.test(plain) || actionsOf(plain)?.every((action) => kept.test(action)) === true) return null
  const isMaker = other !== undefined && new RegExp(`^(?:${makesOrMade})$`, 'i').test(other)
  const creator = how ?? made2 ?? (isMaker ? other : undefined)
  return {
    verb: plain,
    thing: singularNoun(wordsOf(thing).join(' ')),
    who: singularNoun(wordsOf(who).join(' ')),
    ...{ creator: creator === undefined ? makers[by?.toLowerCase() ?? ''] : `${pastOf(creator.toLowerCase())}By` },
    // Who did something else with it is kept in no field.
    more: other !== undefined && !isMaker ? `who ${other} it` : behind.replace(/^,? /, ''),
  }
}

/** Seeing and making rows of one's own are no duties that are kept apart. */
const kept = /^(?:create|read|list|audit)$/
const noDeed = /^(?:have|has|be|is|are|do|need|want|get|own|use)$/

const pastOf = (verb: string): string =>
  verb.endsWith('s')
    ? (irregular[verb] ?? verb.replace(/ies$/, 'ied').replace(/es$/, 'ed').replace(/s$/, 'ed'))
    : (irregular[verb] ?? verb)

const irregular: Readonly<Record<string, string>> = {
  made: 'created',
  makes: 'created',
  wrote: 'written',
  writes: 'written',
}

const makers: Readonly<Record<string, string>> = {
  requester: 'requestedBy',
  requestor: 'requestedBy',
  submitter: 'submittedBy',
  proposer: 'proposedBy',
  author: 'writtenBy',
  writer: 'writtenBy',
  reporter: 'reportedBy',
}
