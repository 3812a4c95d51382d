import { singularNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { modal } from '../language/denials.ts'
import { wordsOf } from '../read/names.ts'
import { quoted, type Said, sentencesSaid } from '../sentences-said.ts'
import type { Membership, MembersSaid } from './members-said.ts'
import { rightsOf } from './rights-of.ts'
import { cleaned, name } from './sentence-form.ts'

const thing = `(?<article>an? |each |every |any |the |)(?<whole>${name}?)`
const people = '(?<people>(?:other |several |many |some )*(?:people|persons|users|others|colleagues|anyone|anybody))'
const shared = '(?:is|are|has been|have been|was|were|(?:can|may|could) be) shared with'
const who = `(?:whoever|anyone|everyone|everybody|anybody|those|people|users|the (?:people|users))(?: who| whom| that)?`

const done = '(?:visible|seen|read|changed|updated|edited|deleted)'

const declaration = new RegExp(`^${thing} ${shared} ${people}(?<rest>,? (?:who|which|and they|and these) .+)?$`, 'i')
const rights = new RegExp(
  `^(?<only>only )?${who} (?:(?<it>it|they)|${thing}) (?:is|are|has been|have been|was|were) shared with(?<alone>,? alone| only)? (?<rest>.+)$`,
  'i',
)
const passive = new RegExp(
  `^(?:(?<it>it|they)|${thing}) (?:is|are|(?:${modal}) be) (?<only>only )?(?<verb>${done}(?:(?:, | and | or )${done})*) (?:to|by) (?<only2>only )?${who} (?:it|they) (?:is|are|has been|have been|was|were) shared with$`,
  'i',
)

/** `A document is shared with people; whoever it is shared with may read it`: those it is shared with are rows, as members are. */
export const sharingsIn = (words: string): readonly Membership[] => {
  const found = new Map<string, Membership>()
  let last = ''
  for (const sentence of sentencesSaid(words)) {
    const text = clean(sentence.text)
    const declared = declaration.exec(text)?.groups
    const right = (rights.exec(text) ?? passive.exec(text))?.groups
    const whole = declared || (right && right.it === undefined) ? wholeOf(declared ?? right ?? {}) : last
    if ((!declared && !right) || whole === '') continue
    last = whole
    const said = saidIn(sentence, whole, { ...declared, ...right })
    const isDeclared = declared !== undefined && declared.rest === undefined
    if (!isDeclared && !said) continue
    const known = found.get(whole) ?? noShare(whole, roleIn(words))
    found.set(whole, {
      ...known,
      said: said ? [...known.said, said] : known.said,
      declared: isDeclared ? [...known.declared, sentence] : known.declared,
    })
  }
  return [...found.values()].filter((each) => each.said.length > 0)
}

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
  const clause =
    verb === undefined
      ? (rest ?? '').replace(/^,? (?:who|which|and they|and these) /i, '')
      : `${verb.toLowerCase().replace(/\p{L}+/gu, (word) => plain[word] ?? word)} it`
  const read = rightsOf(clause, whole)
  if (!read) return null
  const isOnly = [only, only2, alone].some((each) => each !== undefined)
  return { whole, noun: 'share', kind: null, isOnly, rights: read, text: quoted(text), start }
}

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
