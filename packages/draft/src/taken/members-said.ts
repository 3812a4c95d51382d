import { pluralNoun, singularNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { modal } from '../language/denials.ts'
import { wordsOf } from '../read/names.ts'
import { quoted, type Said, sentencesSaid } from '../sentences-said.ts'
import { type Belonging, belongingsIn } from './belongings-said.ts'
import { letter } from './letter.ts'
import { type MembersRead, otherRead } from './members-otherwise.ts'
import { rightsOf, type Target } from './rights-of.ts'
import { cleaned, name } from './sentence-form.ts'

/** What a sentence lets those do who belong to a thing. */
export interface MembersSaid extends Said, MembersRead {}

/** All that is said of who belongs to a thing, by sentences whose every word is understood. */
export interface Membership {
  readonly whole: string
  readonly noun: string
  /** Whoever may be one. */
  readonly role: string
  /** `a member of a project`, and what rows say of who is one. */
  readonly title: string
  readonly rowsSay: string
  /** `lead`, `hand`. */
  readonly kinds: readonly string[]
  readonly said: readonly MembersSaid[]
  /** Sentences that only say that it has them. */
  readonly declared: readonly Said[]
}

/** `Members of a project see it`, `only leads of a project may change its tasks`: rights of those who belong to a row. */
export const membershipsIn = (words: string): readonly Membership[] => {
  const said = new Map<string, Membership>()
  const belongings = belongingsIn(words)
  let whole = ''
  for (const sentence of sentencesSaid(words)) {
    const clauses = clausesOf(sentence.text, belongings)
    const read: (MembersSaid | null)[] = []
    for (const clause of clauses) {
      const last = read.at(-1)?.rights.at(-1)?.on
      const found = clauseRead(clause, { ...sentence, text: quoted(sentence.text) }, { words, whole, belongings, last })
      if (found) whole = found.whole
      read.push(found)
    }
    const declared = declaredIn(sentence.text)
    if (declared) whole = declared.whole
    const known = read.filter((each) => each !== null)
    if (known.length === read.length) for (const each of known) add(said, each)
    if (declared) said.set(declared.whole, joinedWith(said.get(declared.whole), { ...declared, sentence }))
  }
  return [...said.values()].filter((each) => each.said.length > 0).map((each) => withKinds(each, belongings))
}

const withKinds = (membership: Membership, belongings: ReadonlyMap<string, Belonging>): Membership => ({
  ...membership,
  kinds: [...new Set([...membership.kinds, ...(belongings.get(membership.whole)?.kinds ?? [])])],
})

const add = (all: Map<string, Membership>, each: MembersSaid): void => {
  const known = all.get(each.whole)
  const kinds = each.kind === null ? [] : [each.kind]
  all.set(each.whole, {
    whole: each.whole,
    noun: known?.noun ?? each.noun,
    role: known?.noun ?? each.noun,
    ...titleOf(known?.noun ?? each.noun, each.whole),
    kinds: [...new Set([...(known?.kinds ?? []), ...kinds])],
    said: [...(known?.said ?? []), each],
    declared: known?.declared ?? [],
  })
}

const titleOf = (noun: string, whole: string): Pick<Membership, 'title' | 'rowsSay'> => {
  const title = `${withArticle(noun)} of ${withArticle(whole)}`
  return { title, rowsSay: `who is ${title}` }
}

const joinedWith = (
  known: Membership | undefined,
  { whole, noun, kinds, sentence }: Declared & { readonly sentence: Said },
): Membership => ({
  whole,
  noun,
  role: noun,
  ...titleOf(noun, whole),
  kinds: [...new Set([...(known?.kinds ?? []), ...kinds])],
  said: known?.said ?? [],
  declared: [...(known?.declared ?? []), sentence],
})

const belonging = ['member', 'participant', 'collaborator', 'contributor']
const leading = ['lead', 'leader', 'moderator', 'maintainer', 'coordinator', 'editor', 'organiser', 'organizer']
const one = (nouns: readonly string[]) => `(?:${nouns.map((each) => `${each}|${pluralNoun(each)}`).join('|')})`
const several = (nouns: readonly string[]) => `(?:${nouns.map(pluralNoun).join('|')})`
const kind = `(?<kind>${one(belonging)}|${several(leading)})`
const only = '(?<only>only |just |nobody but |no one but )?'
const rest = '(?<alone>,? alone| only)? (?<rest>.+)'

const subjects: readonly RegExp[] = [
  `${only}(?:the |all |every |any |each |an? )?${kind} of (?<article>an? |the |that |each |every |any )(?<whole>${name}?)${rest}`,
  `${only}(?:whoever|anyone who|everyone who|everybody who|those who|people who) (?:is|are) (?:an? )?${kind} of (?<article>an? |the |that |each |every |any )(?<whole>${name}?)${rest}`,
  `${only}(?<article>an? |the |each |every |any )(?<whole>${name}?)['’]s ${kind}${rest}`,
  `${only}(?<article>its )${kind}${rest}`,
  // `project members`, of which there are several projects.
  `${only}(?<article>the |all |)(?<whole>(?!(?:the|all|only|some|any|its|their|an?|each|every|new|other|old)\\b)${letter}+) (?<kind>${several([...belonging, ...leading])})${rest}`,
].map((source) => new RegExp(`^${source}$`, 'i'))

const seen = '(?<verb>visible|seen|shown|readable|read|changed|updated|edited|managed|deleted)'
const theirs = `(?:(?:its|their|the|all its) ${kind}(?: of (?:it|them))?|${kind.replace('<kind>', '<kind2>')} of (?:that|the|it|their|the same)(?: ${name})?)`
const passive = new RegExp(
  `^(?:(?<part>${letter}+) of )?(?<article>an? |the |each |every |any |)(?<whole>${name}?) (?:is|are|(?:${modal}) (?<only3>only )?be) (?<only>only )?${seen} (?<only4>only )?(?:to|by|for) (?<only2>only )?${theirs}(?<alone>,? alone| only)?$`,
  'i',
)

/** `Members see it, and only leads change it`; what only says that it is private goes without a clause of its own. */
const clausesOf = (text: string, belongings: ReadonlyMap<string, Belonging>): readonly string[] => {
  const nouns = `(?:only |just |nobody but |among (?:them|these),? |the |its )${belongings.size > 0 ? '' : '(?=\\b)\\B'}`
  return clean(text)
    .replace(/^(?:an? |the |all )?[^:,]+ (?:is|are) (?:private|closed|confidential|restricted)(?:: |, )/i, '')
    .split(
      new RegExp(
        `(?:,\\s+|\\s+)(?:and|but|while|whereas)\\s+(?=(?:(?:only |just )?(?:the |its )?${kind.replace('?<kind>', '?:')}\\s|${nouns}))`,
        'i',
      ),
    )
    .map((each) => each.trim())
}

const clean = (text: string): string => cleaned(text).replace(/^(?:and|but|while|also),? /i, '')

interface Around {
  readonly words: string
  /** What the sentence before was about. */
  readonly whole: string
  readonly belongings: ReadonlyMap<string, Belonging>
  /** What the clause before was about. */
  readonly last: Target | undefined
}

const clauseRead = (text: string, { text: quote, start }: Said, around: Around): MembersSaid | null => {
  const other = otherRead(text, around)
  if (other) return { ...other, text: quote, start }
  const isPassive = passive.test(text)
  const found = (isPassive ? [passive] : subjects).map((form) => form.exec(text)?.groups).find((each) => each)
  if (!found) return null
  const whole = found.article?.trim().toLowerCase() === 'its' ? around.whole : wholeOf(found, around.words)
  const said = singularNoun((found.kind ?? found.kind2 ?? '').toLowerCase())
  const object = found.part === undefined ? 'it' : `its ${found.part}`
  const clause = isPassive ? `${plain[found.verb?.toLowerCase() ?? ''] ?? ''} ${object}` : (found.rest ?? '')
  if (whole === '') return null
  const rights = rightsOf(clause, whole, around.last) ?? (isOfRights.test(clause) && found.article !== '' ? [] : null)
  if (!rights) return null
  const isMember = belonging.includes(said)
  return {
    whole,
    noun: isMember ? said : 'member',
    kind: isMember ? null : said,
    isOnly: [found.only, found.only2, found.only3, found.only4, found.alone].some((each) => each !== undefined),
    rights,
    text: quote,
    start,
  }
}

/** Words that surely give a right, or keep one: what they give is asked where it is not understood, as it is no right to every row. */
const isOfRights = new RegExp(
  `^(?:${modal}|cannot|and|or|sees?|reads?|views?|manages?|edits?|changes?|updates?|deletes?|creates?|adds?|writes?)\\s`,
  'i',
)

const plain: Readonly<Record<string, string>> = {
  visible: 'see',
  seen: 'see',
  shown: 'see',
  readable: 'read',
  read: 'read',
  changed: 'change',
  updated: 'update',
  edited: 'edit',
  managed: 'manage',
  deleted: 'delete',
}

/** `the project` is one of several where the words speak of a project; `the association` is all there is. */
const wholeOf = ({ article = '', whole = '' }: Readonly<Record<string, string | undefined>>, words: string): string => {
  const said = wordsOf(whole).join(' ')
  const single = singularNoun(said)
  const isRows = article === '' && said !== single
  if ((said !== single && !isRows) || nobodys.test(single)) return ''
  const isOne = !/^(?:an?|each|every|any) $/i.test(article) && !isRows
  const isSeveral = new RegExp(
    `\\b(?:(?:an?|each|every|any) ${single}(?! ${belonging[0]})|${pluralNoun(single)}(?! ${belonging[0]}))\\b`,
    'i',
  )
  return isOne && !isSeveral.test(words) ? '' : single
}

/** Nobody is a member of one of several. */
const nobodys = /^(?:staff|.+ staff|public|general public|press|family|household|crew|board|committee|panel|it|them)$/

interface Declared {
  readonly whole: string
  readonly noun: string
  readonly kinds: readonly string[]
}

const declaration = new RegExp(
  `^(?:an?|each|every) (?<whole>${name}) (?:has|have) (?:(?:its own|many|several|some|any number of|one or more|two or more) )*(?<noun>${several(belonging)})(?:(?:,? (?:each of (?:which|whom|them) (?:is|being)|who (?:are|is|can be|may be|are either)|each (?:either )?|with (?:an? |their )?roles?(?: of)?:?|in (?:an? |the )?roles?(?: of)?))? \\(?(?<kinds>${letter}+(?:(?:, | or | and )(?:or |and )?(?:an? )?${letter}+)*|an? ${letter}+(?:(?:, | or )(?:or )?an? ${letter}+)*)\\)?)?$`,
  'i',
)

/** `A project has members, each of which is a lead or a hand`. */
const declaredIn = (text: string): Declared | null => {
  const { whole = '', noun = '', kinds = '' } = declaration.exec(clean(text))?.groups ?? {}
  if (whole === '') return null
  const all = kinds
    .split(/,\s*(?:or |and )?| or | and /i)
    .map((each) => singularNoun(each.replace(/^an? /i, '').trim().toLowerCase()))
    .filter((each) => each !== '')
  return { whole: wordsOf(whole).join(' '), noun: singularNoun(noun.toLowerCase()), kinds: all }
}
