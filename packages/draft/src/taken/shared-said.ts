import { singularNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { modal } from '../language/denials.ts'
import { isPerson } from '../language/lexicon.ts'
import { wordsOf } from '../read/names.ts'
import { quoted, type Said, sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import type { Membership, MembersSaid } from './members-said.ts'
import { type RightSaid, rightsOf } from './rights-of.ts'
import { cleaned, name } from './sentence-form.ts'

const thing = `(?<article>an? |each |every |any |the |)(?<whole>${name}?)`
const people = '(?<people>(?:other |several |many |some )*(?:people|persons|users|others|colleagues|anyone|anybody))'
const shared = '(?:is|are|has been|have been|was|were|(?:can|may|could) be) shared with'
const who = `(?:whoever|anyone|everyone|everybody|anybody|those|people|users|the (?:people|users))(?: who| whom| that)?`

const done = '(?:visible|seen|read|changed|updated|edited|deleted)'

const several =
  '(?:(?:other|another|individual|selected|certain|some|several|more|one or more|any|the|their|his or her) )*'
const somebody = `${several}(?<people>${letter}+)`
const have = '(?:is|are|has been|have been|was|were)'
const owner = '(?:you|they|he or she|he|she|i|we|somebody|someone|one|the (?:owner|author|creator))'

const declaration = new RegExp(`^${thing} ${shared} ${people}(?<rest>,? (?:who|which|and they|and these) .+)?$`, 'i')
/** `A curator may share a recording with researchers, who may read it`. */
const shares = new RegExp(
  `^(?:as an? ${name}?,? )?(?:(?:an? |the |each |every )?${name}? )?(?:(?:may|can|could|want to|wants to|should be able to|(?:is|are) able to) )?shares? (?:(?:an?|the|their|his or her|any|my|own|it|one|some) )*(?<whole>${name}?) with ${somebody}(?<rest>,? (?:who|which|and they|and these) .+)?$`,
  'i',
)
const rights = [
  `(?<only>only )?${who} (?:(?<it>it|they)|${thing}) ${have} shared with(?<alone>,? alone| only)? (?<rest>.+)`,
  `(?<only>only )?(?:those|people|everyone|anyone|users|everybody) with whom (?:(?<it>it|they|one)|${thing}) ${have} shared (?<rest>.+)`,
  `(?<only>only )?${who} ${owner} (?:have |has )?shared? (?:(?<it>it|them|one)|${thing}) with (?<rest>.+)`,
].map((source) => new RegExp(`^${source}$`, 'i'))
/** `Researchers can listen to whatever has been shared with them`. */
const given = new RegExp(
  `^(?:the )?(?<people>${name}?) (?<rest>(?:(?:${modal}) )?${letter}+(?: to| at)?) (?:(?<it>whatever|what|those|everything|anything|all)|(?:the |any |all )?(?<whole>${name}?))(?: that| which)? (?:(?:is|are|has been|have been|was|were) )?shared with them$`,
  'i',
)
const passive = new RegExp(
  `^(?:(?<it>it|they)|${thing}) (?:is|are|(?:${modal}) be) (?<only>only )?(?<verb>${done}(?:(?:, | and | or )${done})*) (?:to|by) (?<only2>only )?${who} (?:it|they) ${have} shared with$`,
  'i',
)

/** `A document is shared with people; whoever it is shared with may read it`: those it is shared with are rows, as members are. */
export const sharingsIn = (words: string): readonly Membership[] => {
  const found = new Map<string, Membership>()
  let [last, role] = ['', '']
  for (const sentence of sentencesSaid(words)) {
    const clauses = clean(sentence.text).split(
      /,? so that |, so (?=whoever|anyone|those)|, and (?=whoever|anyone|everyone|those|people )/i,
    )
    const read = clauses.map((clause) => {
      const one = clauseRead(clause, last)
      if (one) [last, role] = [one.whole, one.role || role]
      return one && { ...one, said: saidIn(sentence, one.whole, one.groups) }
    })
    const isRead = read.every((one) => one !== null && (one.isDeclared || one.said !== null))
    if (!isRead) continue
    const said = read.flatMap((one) => one?.said ?? [])
    const known = found.get(last) ?? noShare(last, role || roleIn(words))
    found.set(last, {
      ...known,
      said: [...known.said, ...said],
      declared: said.length === 0 ? [...known.declared, sentence] : known.declared,
    })
  }
  return [...found.values()].filter((each) => each.said.length > 0)
}

interface ClauseRead {
  readonly whole: string
  readonly role: string
  readonly isDeclared: boolean
  readonly groups: Readonly<Record<string, string | undefined>>
}

/** A clause on a thing that is shared; `it` is the last one. */
const clauseRead = (clause: string, last: string): ClauseRead | null => {
  const declared = declaration.exec(clause)?.groups ?? shares.exec(clause)?.groups
  const right = [...rights, given, passive].map((form) => form.exec(clause)?.groups).find((each) => each)
  const groups = declared ?? right
  if (!groups) return null
  const whole = groups.it === undefined ? wholeOf(groups) : last
  const people = singularNoun(
    (groups.people ?? '').toLowerCase().replace(/^(?:(?:other|another|several|many|some|individual) )+/, ''),
  )
  const role = groups.people !== undefined && isPerson(people) && !general.test(people) ? people : ''
  return whole === '' ? null : { whole, role, isDeclared: declared !== undefined && groups.rest === undefined, groups }
}

const general = /^(?:person|people|other|anyone|anybody|somebody|user)$/

/** `Notes can be shared with other users`. */
const roleIn = (words: string): string =>
  /\bshared with (?:other |several |some )*users\b|\busers? (?:who |whom |that )?\w+(?: \w+)? (?:is|are) shared with\b/i.test(
    words,
  )
    ? 'user'
    : 'person'

const noShare = (whole: string, role: string): Membership => ({
  whole,
  noun: 'share',
  role,
  title: `somebody ${withArticle(whole)} is shared with`,
  rowsSay: `whom ${withArticle(whole)} is shared with`,
  kinds: [],
  said: [],
  declared: [],
})

const saidIn = (
  { text, start }: Said,
  whole: string,
  { rest, verb, only, only2, alone }: Readonly<Record<string, string | undefined>>,
): MembersSaid | null => {
  const isOfComments = comments.test(rest ?? '')
  const clause =
    verb === undefined
      ? readOnly((rest ?? '').replace(comments, ''))
      : `${verb.toLowerCase().replace(/\p{L}+/gu, (word) => plain[word] ?? word)} it`
  if (clause === '') return null
  const own = rightsOf(clause, whole)
  const read = own && isOfComments ? [...own, commenting] : own
  if (!read) return null
  const isOnly = [only, only2, alone].some((each) => each !== undefined)
  return { whole, noun: 'share', kind: null, isOnly, rights: read, text: quoted(text), start }
}

/** What they do not, they have no right to; what is heard or watched is read. */
const readOnly = (rest: string): string =>
  rest
    .replace(/^,? (?:who|which|and they|and these) /i, '')
    .replace(/,? but (?:(?:may|can|must) )?(?:not|never) [\p{L} ]+$|,? but (?:cannot|can['’]t) [\p{L} ]+$/iu, '')
    .replace(/\b(?:listen to|listen|watch|hear|download|open|look at)\b/i, 'read')
    .replace(/\bread$/i, 'read it')

const comments = /(?:,| and|, and) comment on (?:it|them)$/i
const commenting: RightSaid = { verbs: ['create'], on: { kind: 'part', noun: 'comments' } }

const plain: Readonly<Record<string, string>> = {
  visible: 'see',
  seen: 'see',
  read: 'read',
  changed: 'change',
  updated: 'update',
  edited: 'edit',
  deleted: 'delete',
}

const clean = (text: string): string => cleaned(text).replace(/^(?:and|but|also),? /i, '')

const wholeOf = ({ whole = '' }: Readonly<Record<string, string | undefined>>): string =>
  singularNoun(wordsOf(whole).join(' '))
