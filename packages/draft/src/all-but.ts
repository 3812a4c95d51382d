import { singularNoun } from '@charter/charter'
import type { AnalysedAccess, Analysis, DeniedRight } from './analysis.ts'
import { type FieldNamed, fieldsNamed } from './field-named.ts'
import { actionsOf } from './language/actions.ts'
import { isModal } from './language/denials.ts'
import { entityName, memberName, wordsOf } from './read/names.ts'

const everything = ['create', 'read', 'update', 'delete', 'list', 'audit']

/** `Managers can do everything but delete invoices`, `a clerk may see anything except payments`. */
const allButSentence =
  /(?:^|[.;:!?\n]\s*|,\s+(?:and |but )?|\band )(?:(?:[-*•>]|\d+[.)])\s+)?(?:(?:an?|the|each|every|all)\s+)?(?<role>[\p{L}-]+(?:\s[\p{L}-]+){0,2}?)\s+(?:(?:can|may|could|should|must|(?:is|are) allowed to|(?:is|are) able to)\s+(?<verb>\p{L}+\s)?|(?<plain>(?:sees?|views?|reads?|manages?|edits?|changes?|maintains?|do|does|lists?)\s)|(?:has|have|gets?) (?:full )?access to\s)\s*(?:everything|anything|all)\b(?:\s+else)?,?\s+(?:but|except(?:ing)?(?: for| to)?|other than|apart from|besides|save(?: for)?|excluding)\s+(?!only\b|just\b)(?:to )?(?<exception>(?:[^.;:!?\n]|\n(?!\s*(?:\n|[-*•>|#]|\d+[.)])))+)/giu

/** One role may do all of it, but for what is named: read as a whole, as each half alone says the opposite of it. */
export const withAllBut = (analysis: Analysis, words: string): Analysis =>
  [...words.matchAll(allButSentence)].reduce((so, match) => withOne(so, match), analysis)

const withOne = (analysis: Analysis, match: RegExpMatchArray): Analysis => {
  const { role: said = '', plain, verb = plain ?? 'do ', exception = '' } = match.groups ?? {}
  const role = roleSaid(said, analysis)
  const all = /^do(?:es)?\s/i.test(verb) ? everything : actionsOf(verb.trim().toLowerCase().replace(/s$/, ''))
  const text = exception.replace(stillNot, '').replace(somebodyElse, '')
  if (role === null || all === null || isClause.test(text)) return analysis
  const { denied: gone, hidden, isWhole } = exceptionsOf(text, all, analysis)
  const denied = gone.map((each) => ({ ...each, role }))
  const source = { quoted: true, quote: match[0].replace(/^\W+/, ''), offset: match.index ?? 0, confidence: 0.8 }
  const known = analysis.roles.some(({ name }) => name === role)
  const roles = known ? analysis.roles : [...analysis.roles, { name: role, aliases: [], ...source }]
  // An exception that was not understood grants nothing: what the role may do is then asked.
  if (!isWhole || denied.length + hidden.length === 0)
    return { ...analysis, roles, access: analysis.access.filter((each) => each.role !== role) }
  const rights = analysis.entities.map(({ name }): AnalysedAccess => {
    const left = denied.flatMap((each) => (each.on === name ? each.do : []))
    return { role, on: name, do: all.filter((action) => !left.includes(action)), when: null, ...source }
  })
  const others = analysis.access.filter((each) => each.role !== role || each.when !== null)
  return {
    ...analysis,
    roles,
    access: [...others, ...rights.filter((each) => each.do.length > 0)],
    denied: [...(analysis.denied ?? []), ...denied],
    visible: [
      ...(analysis.visible ?? []),
      ...hidden.map((each) => ({ ...each, kind: 'hidden' as const, roles: [role], ...source })),
    ],
  }
}

/** `everything but may not delete invoices` says it twice. */
const stillNot = /^(?:(?:they|he|she) )?(?:(?:can|may|must|should|do|does)(?: not|n['’]t|not)|not|never) /i

/** `everything but managers can delete orders` goes on about somebody else. */
const isClause = /\b(?:can|cannot|may|must|should|could)\b/i

/** The role whose name the words before end with; else the words themselves, where they may be one. */
const roleSaid = (said: string, { roles }: Analysis): string | null => {
  const words = [...wordsOf(said)]
  const last = words.pop()
  if (
    last === undefined ||
    isModal(last) ||
    /^(?:who|they|he|she|it|you|we|i|that|which|everyone|everybody|anyone|anybody|people|nobody)$/.test(last)
  )
    return null
  const whole = memberName([...words, singularNoun(last)].join(' '))
  const names = [whole, memberName(singularNoun(last))]
  return names.find((name) => roles.some((role) => role.name === name || role.aliases.includes(name))) ?? whole
}

/** `…, and the clerk may see bales`: goes on about somebody else. */
const somebodyElse =
  /(?:,\s*(?:and|but|while|whereas)?|\s(?:while|whereas))\s+(?:(?:an?|the|each|every|all)\s+)?[\p{L}-]+(?:\s[\p{L}-]+)?\s(?:can|cannot|may|must|should|could|sees?|manages?|reads?|views?)\b.*$/isu

type Exception = Omit<DeniedRight, 'role'>

interface Exceptions {
  readonly denied: readonly Exception[]
  /** Fields of rows that are seen otherwise. */
  readonly hidden: readonly FieldNamed[]
  /** Whether each part was understood. */
  readonly isWhole: boolean
}

/** Who may not see what is excepted may do nothing with it. `delete or change invoices and payments`: verbs hold for the things that follow them; where none that is known follows, for all. */
const exceptionsOf = (text: string, all: readonly string[], analysis: Analysis): Exceptions => {
  const found: Exception[] = []
  const hidden: FieldNamed[] = []
  let isWhole = true
  const onAll = (verbs: readonly string[]) => analysis.entities.map(({ name }) => ({ on: name, do: verbs }))
  let [verbs, waiting] = [all, [] as readonly string[]]
  for (const part of text.split(/,|\b(?:and|or|nor)\b/i)) {
    const [first = '', ...more] = part.trim().split(/\s+/)
    const actions = actionsOf(baseOf(first.toLowerCase()))
    const noun = (actions === null ? [first, ...more] : more).join(' ')
    if (actions !== null) verbs = waiting = [...waiting, ...actions]
    const fields = actions === null ? fieldsNamed(noun, analysis) : []
    const named = fields.length > 0 ? null : entityNamed(noun, analysis)
    hidden.push(...fields)
    if (named !== null) found.push({ on: named, do: verbs })
    else if (actions !== null && noun !== '') found.push(...onAll(verbs))
    else if (noun !== '' && fields.length === 0) isWhole = false
    if (noun !== '') waiting = []
  }
  const denied = waiting.length > 0 ? [...found, ...onAll(waiting)] : found
  return { denied: denied.map((each) => (each.do.includes('read') ? { ...each, do: all } : each)), hidden, isWhole }
}

const baseOf = (verb: string): string =>
  [verb, verb.replace(/ing$/, ''), verb.replace(/ing$/, 'e'), verb.replace(/(.)\1ing$/, '$1')].find(
    (each) => actionsOf(each) !== null,
  ) ?? verb

/** The entity that the words begin with: `invoices that are paid`. */
const entityNamed = (noun: string, { entities }: Analysis): string | null => {
  const words = wordsOf(noun.replace(/^(?:an?|the|any|all|their|his|her|its|other)\s+/i, ''))
  for (let count = Math.min(words.length, 4); count > 0; count--) {
    const name = entityName(words.slice(0, count).join(' '))
    const found = entities.find((each) => each.name === name || each.aliases.includes(name))
    if (found) return found.name
  }
  return null
}
