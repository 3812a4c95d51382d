import { grantIn, note, type Outline, type OutlineEntity } from '../outline.ts'
import { conditionOf } from './condition.ts'
import { entityName, memberName, slug, withArticle, wordsOf } from './names.ts'
import { isThing } from './shapes.ts'
import { itemsOf, nounOf, type Statement } from './statements.ts'
import { verbMeaning } from './verbs.ts'

/** What an account of who does what has come to: whose story it is, and what was named last. */
export interface Telling {
  narrator: string | null
  last: readonly OutlineEntity[]
}

export const newTelling = (): Telling => ({ narrator: null, last: [] })

/** `Clinicians see and update patients of their own ward`, `As a packer I want to pack orders`, `A tutor can …`. */
export const readAccess = (statement: Statement, outline: Outline, telling: Telling): void => {
  const said = whoMay(statement.text, telling)
  if (!said) return
  const role = knownRole(slug(nounOf(said.who)), outline)
  if (role === '' || !isThing(said.who) || role.split('-').length > 3) return
  const grants = grantsIn(said.what, outline, telling.last)
  if (grants.length === 0) return
  telling.last = grants.map(({ entity }) => entity)
  outline.roles.add(role)
  const quoted = { quoted: statement.text.slice(0, 200), offset: statement.offset, confidence: 0.9 }
  note(outline, `access.roles.${role}`, quoted)
  for (const { entity, actions, operations } of grants) {
    const grant = grantIn(entity, role)
    for (const action of actions) grant.actions.add(action)
    for (const verb of operations) grant.actions.add(operationOn(verb, entity, statement, outline))
    const when = isOfAnother(said.what, entity, grants) ? undefined : conditionOf(said.what, entity, role, outline)
    if (when !== undefined && grant.when === undefined) grant.when = when
  }
}

/** `all pets and their own appointments` limits the appointments alone. */
const isOfAnother = (what: string, entity: OutlineEntity, grants: readonly ReadGrant[]): boolean => {
  const [, owned] = /\bown ([a-z][\w -]*?)(?=$|,|;|\.| (?:and|or|of|in|only)\b)/i.exec(what) ?? []
  const name = owned === undefined ? '' : entityName(owned)
  return name !== entity.name && grants.some((grant) => grant.entity.name === name)
}

/** `nurse` is the one district nurse spoken of before. */
const knownRole = (role: string, outline: Outline): string => {
  const longer = [...outline.roles].filter((each) => each.endsWith(`-${role}`))
  return !outline.roles.has(role) && longer.length === 1 && longer[0] !== undefined ? longer[0] : role
}

interface Said {
  readonly who: string
  readonly what: string
}

const story = /^as an? (.+?),? i (?:want|need|would like|can|may|must be able)(?: to)? (.+?)(?: so that .*| so i .*)?$/i
const first = /^i (?:also )?(?:can|may|want to|need to|see|must be able to)\s+(.+)$/i
const denied = /^(?:cannot|can['’]t|never|not|mustn['’]t)$/i
const modal = /^(?:can|may|could|should|must|is|are|will|only)$/i

/** A story's narrator goes on as "I" in the lines below it. */
const whoMay = (text: string, telling: Telling): Said | null => {
  const [, narrator, wish] = story.exec(text) ?? []
  if (narrator !== undefined && wish !== undefined) {
    telling.narrator = narrator
    return { who: narrator, what: wish }
  }
  const own = first.exec(text)?.[1]
  if (own !== undefined) return telling.narrator === null ? null : { who: telling.narrator, what: own }
  if (telling.narrator !== null && /^full (?:control|access|crud)\b/i.test(text))
    return { who: telling.narrator, what: text }
  return colonDeed(text) ?? plainDeed(text)
}

/** `Pharmacists dispense prescriptions`: the words before the first verb of access, or "can", are who. */
const plainDeed = (text: string): Said | null => {
  const tokens = text.replace(/^(?:only |and |but )?(?:(?:an?|the|each|every|all) )?/i, '').split(/\s+/)
  const at = tokens.findIndex(
    (token, index) =>
      index > 0 && (modal.test(token) || denied.test(token) || verbMeaning(token.replace(/,$/, '')) !== null),
  )
  const who = tokens.slice(0, at).join(' ')
  if (
    at < 1 ||
    at > 4 ||
    /[:=,]/.test(who) ||
    /\b(?:it|they|we|you|i|who|that|which|of|for|to|is|has|have)\b/i.test(who)
  )
    return null
  if (/^(?:is|are)$/i.test(tokens[at] ?? '') && !/^allowed$/i.test(tokens[at + 1] ?? '')) return null
  const rest = tokens
    .slice(at)
    .join(' ')
    .replace(/^(?:(?:can|may|could|should|must|will|is allowed to|are allowed to|be able to|also|only)\s+)+/i, '')
  return denied.test(rest.split(' ')[0] ?? '') ? null : { who, what: rest }
}

/** `admin: full CRUD on lessons`. */
const colonDeed = (text: string): Said | null => {
  const [, who, what] = /^([A-Za-z][\w -]{1,30}):\s+(.+)$/.exec(text) ?? []
  if (who === undefined || what === undefined) return null
  const start = what.replace(/^(?:can|may) /i, '')
  return /^(?:full|everything)\b/i.test(start) || verbMeaning(start.split(/[\s,]/)[0] ?? '')
    ? { who, what: start }
    : null
}

interface ReadGrant {
  readonly entity: OutlineEntity
  readonly actions: Set<string>
  readonly operations: Set<string>
}

/** Verbs gather until something is named that they apply to; a part without a verb goes on with the last ones. */
const grantsIn = (what: string, outline: Outline, last: readonly OutlineEntity[]): readonly ReadGrant[] => {
  const grants = new Map<OutlineEntity, ReadGrant>()
  let actions: string[] = []
  let operations: string[] = []
  let isOpen = false
  for (const part of itemsOf(what.replace(/\b(?:full (?:control|access|crud)(?: over| on| to| of)?)\b/gi, 'manage'))) {
    const { verbs, rest, isNegative } = verbsOf(part)
    if (isNegative) break
    if (verbs.length > 0 && !isOpen) [actions, operations] = [[], []]
    for (const meaning of verbs) {
      if (meaning.kind === 'actions') actions.push(...meaning.actions)
      else operations.push(meaning.verb)
    }
    isOpen = verbs.length > 0 && rest === ''
    if (rest === '') continue
    const isTrail = /\b(?:audit|trail|who did what)\b/i.test(rest)
    for (const entity of mentioned(rest, outline, grants.size > 0 ? [...grants.keys()] : last)) {
      const grant = grants.get(entity) ?? {
        entity,
        actions: new Set<string>(),
        operations: new Set<string>(),
      }
      for (const action of isTrail ? ['audit'] : actions) grant.actions.add(action)
      for (const verb of isTrail ? [] : operations) grant.operations.add(verb)
      grants.set(entity, grant)
    }
  }
  return [...grants.values()].filter((grant) => grant.actions.size + grant.operations.size > 0)
}

const verbsOf = (part: string) => {
  const verbs = []
  const tokens = part.trim().split(/\s+/)
  const isNegative = /^(?:not|but not|never|cannot|no)$/i.test(tokens[0] ?? '')
  while (tokens.length > 0) {
    const token = tokens[0] ?? ''
    const meaning = verbMeaning(token)
    if (meaning) verbs.push(meaning)
    else if (
      !/^(?:to|also|only|then|may|can|or|and|at|up|out|in|again|themselves|either)$/i.test(token) ||
      (verbs.length === 0 && /^(?:at|in|up|out)$/i.test(token))
    )
      break
    tokens.shift()
  }
  return { verbs, rest: tokens.join(' '), isNegative }
}

/** The entities that a phrase names; `everything` names all, `them` and `it` those named before. */
const mentioned = (phrase: string, outline: Outline, before: readonly OutlineEntity[]): readonly OutlineEntity[] => {
  if (
    /^(?:everything|anything|all data|all|the audit trails? of everything|(?:the |all )?audit trails?)(?: else)?$/i.test(
      phrase.trim(),
    )
  )
    return [...outline.entities.values()]
  if (
    /^(?:them|it|those|these|any|all of them|(?:only )?(?:their|his|her|my) own|theirs|ones)\b(?! \w)/i.test(
      phrase.trim(),
    )
  )
    return before.slice(-1)
  const main = phrase.replace(
    /\s+(?:of|in|on|for|from|at|under|during|within|that|which|assigned|belonging|with|to|so)\b.*$/i,
    '',
  )
  const words = wordsOf(nounOf(main) || main)
  const isAudit = /\btrail/i.test(phrase)
  const where = isAudit ? wordsOf(phrase) : words
  for (let length = Math.min(4, where.length); length > 0; length--)
    for (let at = where.length - length; at >= 0; at--) {
      const found = outline.entities.get(entityName(where.slice(at, at + length).join(' ')))
      if (found) return [found]
    }
  return []
}

const operationOn = (verb: string, entity: OutlineEntity, statement: Statement, outline: Outline): string => {
  const name = memberName(`${verb} ${entity.name}`)
  if (!outline.operations.has(name)) {
    outline.operations.set(name, {
      entity: entity.name,
      description: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${withArticle(wordsOf(entity.name).join(' '))}.`,
      input: /\b(?:reason|because)\b/i.test(statement.text) ? { reason: { type: 'text', length: '1..500' } } : {},
      errors: [],
    })
    note(outline, name, { quoted: statement.text.slice(0, 200), offset: statement.offset, confidence: 0.7 })
  }
  return name
}
