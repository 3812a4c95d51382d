import { singularNoun } from '@charter/charter'
import { actionsOf } from '../language/actions.ts'
import { denial, modal } from '../language/denials.ts'
import { wordsOf } from '../read/names.ts'
import { sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import type { Taken } from './taken.ts'
import { verbOf } from './verb-of.ts'

/** What nobody does with rows that they made themselves. */
export interface DutySaid extends Pick<Taken, 'quote' | 'offset' | 'end'> {
  /** `approve`. */
  readonly verb: string
  /** `request`; empty where the verb alone says of what. */
  readonly thing: string
  /** Of whom it is said; empty: of everybody. */
  readonly who: string
  /** How a row is made, where the words say it: `enteredBy`. */
  readonly creator: string | undefined
}

const name = `${letter}+(?: ${letter}+)?`
const made =
  '(?<made>made|created|entered|submitted|requested|raised|filed|placed|booked|recorded|wrote|written|proposed|opened|registered|reported|uploaded|posted|added|prepared|issued|ordered)'
const makes =
  '(?<made>makes|creates|enters|submits|requests|raises|files|places|books|records|writes|proposes|opens|registers|reports|uploads|posts|adds|prepares|issues|orders)'
const maker =
  '(?<maker>creator|requester|requestor|author|submitter|initiator|originator|proposer|writer|reporter|maker)'
const they = '(?:they|he or she|she or he|he|she)'
const their = "(?:their|his or her|her or his|his|her|one['’]s)"
const object = `(?<thing>${name}?)`
const someone = `(?:someone|somebody|anyone|anybody|a person|people|those|an?(?:other)? ${name}?)`
const mustBe = `(?:is|are|(?:${modal}) (?:only )?be|has to be|have to be|needs to be|can only be|may only be)`
const whoMade = `(?:whoever|who|the (?:person|one|people|${name}?) (?:who|that)) (?:has |have |had )?`

const patterns: readonly string[] = [
  // `Nobody approves their own request`.
  `(?:nobody|no one) (?:(?:${modal}) )?(?:ever )?(?<verb>${letter}+) ${their} own ${object}`,
  `no (?<who>${name}?) (?:(?:${modal}) )?(?:ever )?(?<verb>${letter}+) ${their} own ${object}`,
  `(?:the |an? )?(?<who>${name}?) (?:${denial}) (?<verb>${letter}+) ${their} own ${object}`,
  // `Nobody may approve a request that they made`.
  `(?:nobody|no one) (?:(?:${modal}) )?(?<verb>${letter}+) (?:an?|the|any) ${object} (?:that |which )?${they} (?:have |has )?(?:themselves )?${made}(?: themselves| himself| herself)?`,
  `(?:the |an? )?(?<who>${name}?) (?:${denial}) (?<verb>${letter}+) (?:an? |the |any |those )?${object} (?:that |which )?${they} (?:have |has )?(?:themselves )?${made}(?: themselves| himself| herself)?`,
  // `A payment is approved by someone other than who entered it`.
  `(?:(?:an?|the|each|every|all) )?${object} ${mustBe} (?<done>${letter}+) by ${someone} (?:other than|but|who is not|else than|different from|and not(?: by)?) ${whoMade}${made}(?: it| them)?`,
  `(?:(?:an?|the|each|every|all) )?${object} ${mustBe} (?<done>${letter}+) by ${someone} (?:other than|but|who is not|different from|and not(?: by)?) (?:its|the) ${maker}`,
  `(?:an?|the|each|every|no) ${object} (?:(?:may|must|can|should) (?:not|never) be|can['’]?t be|cannot be|is (?:not|never)|(?:may|can) be) (?<done>${letter}+) by (?:${whoMade}${made}(?: it| them)?|(?:its|the) ${maker})`,
  // `The requester cannot approve it`, `whoever enters a payment may not approve it`.
  `(?:the|its|an?) ${maker}(?: of (?:an?|the|each) ${object})? (?:${denial}) (?<verb>${letter}+)(?: it| them)?`,
  `(?:the|its|an?) ${maker} (?:${denial}) (?<verb>${letter}+) (?:the|an?|this|that|any) ${object}`,
  `(?:whoever|the (?:person|one|${name}?) (?:who|that)) (?:${makes}|(?:has )?${made.replace('<made>', '<made2>')}) (?:an?|the) ${object} (?:${denial}) (?<verb>${letter}+)(?: it| that ${letter}+)?`,
]

const forms = patterns.map((source) => new RegExp(`^${source}$`, 'i'))

/** `Nobody approves their own request`: separation of duties, by sentences that say nothing else. */
export const dutiesIn = (words: string): readonly DutySaid[] =>
  sentencesSaid(words).flatMap(({ text, start }) => {
    if (!mayKeepApart.test(text)) return []
    const said = clean(text)
    for (const form of forms) {
      const groups = form.exec(said)?.groups
      const duty = groups && dutyOf(groups)
      if (duty) return [{ ...duty, quote: text.trim(), offset: start, end: start + text.length }]
    }
    return []
  })

/** A sentence without these is not looked at further. */
const mayKeepApart = /\b(?:nobody|no one|no|never|not|cannot|whoever|other than|but|different)\b|n['’]t\b/i

const clean = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s>*•–—-]*(?:\d+[.)]\s*)?(?:(?:and|but|also|however),? )?/i, '')
    .replace(/[\s.!?;,:]+$/, '')

const dutyOf = ({
  verb = '',
  done = '',
  thing = '',
  who = '',
  made: how,
  made2,
  maker: by,
}: Readonly<Record<string, string | undefined>>): Pick<DutySaid, 'verb' | 'thing' | 'who' | 'creator'> | null => {
  const plain = verb !== '' ? verbOf(verb.toLowerCase()) : verbOf(done.toLowerCase())
  if (plain === '' || noDeed.test(plain) || actionsOf(plain)?.every((action) => kept.test(action)) === true) return null
  const creator = how ?? made2
  return {
    verb: plain,
    thing: singularNoun(wordsOf(thing).join(' ')),
    who: singularNoun(wordsOf(who).join(' ')),
    ...{ creator: creator === undefined ? makers[by?.toLowerCase() ?? ''] : `${pastOf(creator.toLowerCase())}By` },
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
