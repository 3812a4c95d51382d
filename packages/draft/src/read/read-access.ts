import { grantIn, note, type Outline, type OutlineEntity } from '../outline.ts'
import { conditionOf } from './condition.ts'
import { entityName, memberName, slug, wordsOf } from './names.ts'
import { isThing } from './shapes.ts'
import { itemsOf, nounOf, type Statement } from './statements.ts'
import { verbMeaning } from './verbs.ts'

/** `Clinicians see and update patients of their own ward`, `As a packer I want to pack orders`, `A tutor can …`. */
export const readAccess = (statement: Statement, outline: Outline): void => {
  const said = whoMay(statement.text)
  if (!said || /\b(?:cannot|can['’]t|may not|must not|never|not allowed|should not)\b/i.test(said.lead)) return
  const role = slug(nounOf(said.who))
  if (role === '' || !isThing(said.who) || role.split('-').length > 3) return
  const grants = grantsIn(said.what, outline)
  if (grants.length === 0) return
  outline.roles.add(role)
  note(outline, `access.roles.${role}`, {
    quoted: statement.text.slice(0, 200),
    offset: statement.offset,
    confidence: 0.9,
  })
  for (const { entity, actions, operations, condition } of grants) {
    const grant = grantIn(entity, role)
    for (const action of actions) grant.actions.add(action)
    for (const verb of operations) grant.actions.add(operationOn(verb, entity, statement, outline))
    const when = conditionOf(condition, entity, role, outline)
    if (when !== undefined && grant.when === undefined) grant.when = when
  }
}

interface Said {
  readonly who: string
  readonly lead: string
  readonly what: string
}

const story =
  /^as an? ([\w -]+?),? i (?:want|need|would like|can|may|must be able)(?: to)? (.+?)(?: so that .*| so i .*)?$/i
const may =
  /^(?:only )?(?:(?:an?|the|each|every|all)\s+)?([A-Za-z][\w' -]{1,40}?) ((?:can|may|could|is allowed to|are allowed to|must be able to|should be able to|cannot|can['’]t|may not|must not|never)(?: also| only)?) (.+)$/i

const whoMay = (text: string): Said | null => {
  const [, narrator, wish] = story.exec(text) ?? []
  if (narrator !== undefined && wish !== undefined) return { who: narrator, lead: '', what: wish }
  const [, person, lead, deed] = may.exec(text) ?? []
  if (person !== undefined && lead !== undefined && deed !== undefined) return { who: person, lead, what: deed }
  return plainDeed(text)
}

/** `Pharmacists dispense prescriptions`: the words before the first verb of access are who. */
const plainDeed = (text: string): Said | null => {
  const tokens = text.replace(/^(?:only )?(?:(?:an?|the|each|every|all) )?/i, '').split(/\s+/)
  const at = tokens.findIndex((token, index) => index > 0 && verbMeaning(token.replace(/,$/, '')) !== null)
  if (at < 1 || at > 3) return /:/.test(tokens[0] ?? '') ? colonDeed(text) : null
  const who = tokens
    .slice(0, at)
    .filter((token) => !/^(?:only|also|then|have)$/i.test(token))
    .join(' ')
  return /[:=,]/.test(who) ? colonDeed(text) : { who, lead: '', what: tokens.slice(at).join(' ') }
}

/** `admin: full CRUD on lessons`. */
const colonDeed = (text: string): Said | null => {
  const [, who, what] = /^([A-Za-z][\w -]{1,30}): (.+)$/.exec(text) ?? []
  return who !== undefined && what !== undefined && /^(?:full|everything|can|may|sees?|reads?)\b/i.test(what)
    ? { who, lead: '', what: what.replace(/^(?:can|may) /i, '') }
    : null
}

interface ReadGrant {
  readonly entity: OutlineEntity
  readonly actions: Set<string>
  readonly operations: Set<string>
  readonly condition: string
}

/** Verbs gather until something is named that they apply to; a part without a verb goes on with the last ones. */
const grantsIn = (what: string, outline: Outline): readonly ReadGrant[] => {
  const grants = new Map<OutlineEntity, ReadGrant>()
  let actions: string[] = []
  let operations: string[] = []
  let isOpen = false
  const wholeCondition = what
  for (const part of itemsOf(
    what.replace(/\b(?:full (?:control|access|crud)(?: over| on| to| of)?|(?:create|do) and change)\b/gi, 'manage'),
  )) {
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
    for (const entity of mentioned(rest, outline, grants)) {
      const grant = grants.get(entity) ?? {
        entity,
        actions: new Set<string>(),
        operations: new Set<string>(),
        condition: wholeCondition,
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
const mentioned = (
  phrase: string,
  outline: Outline,
  before: ReadonlyMap<OutlineEntity, unknown>,
): readonly OutlineEntity[] => {
  if (
    /^(?:everything|anything|all data|all|the audit trails? of everything|(?:the |all )?audit trails?)(?: else)?$/i.test(
      phrase.trim(),
    )
  )
    return [...outline.entities.values()]
  if (/^(?:them|it|those|these)\b/i.test(phrase)) return [...before.keys()].slice(-1) as OutlineEntity[]
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
      description: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} a ${wordsOf(entity.name).join(' ')}.`,
      input: /\b(?:reason|because)\b/i.test(statement.text) ? { reason: { type: 'text', length: '1..500' } } : {},
      errors: [],
    })
    note(outline, name, { quoted: statement.text.slice(0, 200), offset: statement.offset, confidence: 0.7 })
  }
  return name
}
