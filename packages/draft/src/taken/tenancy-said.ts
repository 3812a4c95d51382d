import { singularNoun } from '@charter/charter'
import { type Said, sentencesSaid } from '../sentences-said.ts'
import { letter } from './letter.ts'
import { cleaned } from './sentence-form.ts'

/** That what is kept belongs to organisations, and who belongs to them. */
export interface TenancySaid {
  /** `organisation`. */
  readonly organisation: string
  /** Rows say who belongs to one. */
  readonly hasMembers: boolean
  /** `owner`, `agent`: of whoever belongs to one. */
  readonly roles: readonly string[]
  /** Who is inactive, and who has not accepted, belongs to none. */
  readonly isActive: boolean
  readonly isAccepted: boolean
  readonly sentences: readonly Said[]
}

/** Nouns of what has people, and data of its own. */
const organisation =
  '(?:organisation|organization|company|firm|business|workspace|tenant|account|agency|association|clinic|practice|school|hospital|institution|institute|municipality|charity|franchise)'
const organisations =
  '(?:organisations|organizations|companies|firms|businesses|workspaces|tenants|accounts|agencies|associations|clinics|practices|schools|hospitals|institutions|institutes|municipalities|charities|franchises)'
const word = `${letter}+`
const roles = `(?<roles>(?:an? )?${word}(?:(?:, | or | and )(?:or |and )?(?:an? )?${word})*)`
const listed = `(?:,? ?(?:\\(${roles}\\)|: ${roles.replace('<roles>', '<roles2>')}|of ${roles.replace('<roles>', '<roles3>')}))?`
const members = '(?:members|users|people|employees|colleagues|staff)'
const somebody = `(?:people|users|persons|everyone|everybody|members|employees|an? (?:person|user|member|employee)|one person|the same person)`

const belongs = [
  `${somebody} (?:(?:can|may|could) )?(?:belongs? to|be (?:an? )?members? of|(?:is|are) (?:an? )?members? of) (?:one or more|one or several|several|many|any number of|multiple|more than one|two or more) (?<org>${organisations})(?<withRoles>,? (?:and|with|where|in which)(?: they| he or she)?(?: (?:may|can))?(?: (?:have|has|hold|holds|get|gets))?(?: an?| one or more| their| different| several| another)? roles?${listed}(?: (?:in|within|for|at) (?:each|every one|them|any)(?: of them| one)?)?${listed.replaceAll('<roles', '<moreRoles')})?`,
  `(?:each|every|an?) (?<org>${organisation}) (?:has|have) (?:(?:its own|many|several|one or more) )*${members}(?<withRoles>,? (?:each )?(?:with|who have|having|who each have) (?:an? |their |different |one or more )?roles?${listed}(?: in it)?)`,
]
const data = `(?:data|records|rows|anything|things|information|${letter}+(?: ${letter}+)?)`
const never =
  "(?:(?:can|may|must|should|do|does|will|shall) ?(?:never|not)|cannot|can['’]t|(?:do|does|must|may|should)n['’]t|never)"
const see = '(?:see|sees|read|reads|access|accesses|view|views|reach|reaches|get at)'
const apart = [
  `(?:the |our )?(?<org>${organisations}) ${never} (?:ever )?${see} (?:each other['’]s|one another['’]s|each others['’]|other ${organisations}['’]) ${data}`,
  `(?:an? |no |one )(?<org>${organisation}) (?:${never}|can|may|must)? ?(?:ever )?${see} (?:the )?(?:another(?: ${organisation})?['’]s ${data}|${data} of (?:another|other|any other)(?: ${organisation}| ${organisations}| one)?s?)`,
  `(?:each|every|an?) (?<org>${organisation}) (?:only sees|sees only|can only see|may only see|sees nothing but|can see only|may see only) its own ${data}`,
  `(?:the )?${data} of (?:one|an|each|different|every) (?<org>${organisation}|${organisations}) (?:is|are) (?:never (?:visible to|seen by|shown to)|(?:kept |strictly )*(?:separate|separated|apart|isolated) from|not (?:visible to|seen by|shown to)) (?:that of )?(?:another|others|other ${organisations}|any other|the others)(?: one| ${organisation})?`,
  `(?:the |our )?(?<org>${organisations}) are (?:fully |strictly |completely |kept )*(?:isolated|separated|separate|apart)(?: from (?:each other|one another))?`,
  `nothing (?:crosses|leaks)(?: over)? (?:between|from one) (?<org>${organisations}|${organisation})(?: to (?:another|the other))?`,
]
const idle =
  "(?:(?:may|can) (?:do|see) nothing|(?:cannot|can['’]t|may not) (?:do|see) anything|(?:have|has|get|gets|lose|loses) (?:no|all|their) (?:access|rights)|(?:is|are) (?:refused|locked out|kept out)|(?:cannot|may not) sign in)"
const inactive = '(?:inactive|suspended|blocked|deactivated|disabled)'
const active = [
  `(?:an? )?${inactive} (?:${members}|member|user|employee) ${idle}(?: any ?more)?`,
  `(?:${members}|an? (?:member|user|person|employee)) (?:who|that) (?:is|are) ${inactive} ${idle}(?: any ?more)?`,
  `(?:${members}|an? (?:member|user|person|employee)) (?:can|may) be (?:suspended|blocked|deactivated|disabled|made inactive)`,
]
const accepted = [
  `(?:new |invited )?(?:${members}|an? (?:new |invited )?(?:member|user|person)) (?:has to|have to|must|needs? to) (?:first )?accept(?: it| (?:the|their|an) invitation)?(?: first| before (?:they|he or she) .+)?`,
  `(?:nobody|no one) (?:is a member|belongs to (?:one|it|an ${organisation})) (?:until|before) they (?:have )?accept(?:ed)?(?: it| (?:the|their|an) invitation)?`,
  `(?:new |invited )?(?:${members}|an? (?:member|user|person)) ${idle} (?:until|before) they (?:have )?accept(?:ed)?(?: it| (?:the|their|an) invitation)?`,
  `an invitation (?:has to|must) be accepted(?: first)?`,
]

const whole = (source: string): RegExp => new RegExp(`^${source}$`, 'i')
const forms = {
  belongs: belongs.map(whole),
  apart: apart.map(whole),
  active: active.map(whole),
  accepted: accepted.map(whole),
}

/** `People belong to one or more organisations and have a role in each`, `organisations never see each other's data`. Null where nothing says so. */
export const tenancyIn = (words: string): TenancySaid | null => {
  if (!mayKeepApart.test(words)) return null
  const sentences = sentencesSaid(words).map((said) => ({ said, text: clean(said.text) }))
  const fitting = (of: readonly RegExp[]) =>
    sentences.flatMap(({ said, text }) => {
      const groups = of.map((form) => form.exec(text)).find((match) => match !== null)
      return groups ? [{ said, groups: groups.groups ?? {} }] : []
    })
  const [all, kept] = [fitting(forms.belongs), fitting(forms.apart)]
  const belonging = all.filter(({ groups }) => kept.length > 0 || groups.withRoles !== undefined)
  const names = new Set([...belonging, ...kept].map(({ groups }) => singularNoun((groups.org ?? '').toLowerCase())))
  const [name, ...others] = names
  if (name === undefined || others.length > 0) return null
  const hasMembers = belonging.length > 0
  const [active_, accepted_] = hasMembers ? [fitting(forms.active), fitting(forms.accepted)] : [[], []]
  return {
    organisation: name,
    hasMembers,
    roles: [...new Set(belonging.flatMap(({ groups }) => rolesOf(groups)))],
    isActive: active_.length > 0,
    isAccepted: accepted_.length > 0,
    sentences: [...belonging, ...kept, ...active_, ...accepted_].map(({ said }) => said),
  }
}

/** Words without one of these say nothing of it. */
const mayKeepApart =
  /\b(?:roles?|isolated|separated?|apart|each other|each others|one another|another|other|own|nothing|several|one or more|many|multiple)\b/i

const rolesOf = (groups: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(groups)
    .filter(([group]) => /roles\d?$/i.test(group) && group !== 'withRoles')
    .flatMap(([, list = '']) => list.split(/,\s*(?:or |and )?| or | and /i))
    .map((each) => singularNoun(each.replace(/^an? /i, '').trim().toLowerCase()))
    .filter((each) => each !== '')

const clean = (text: string): string => cleaned(text).replace(/^(?:and|but|also),? /i, '')
