import { withArticle } from '@charter/runtime'
import type { AnalysedAccess, AnalysedRole, Analysis, DeniedRight } from './analysis.ts'
import { everyone } from './facts/facts.ts'
import { limitOf } from './limit-of.ts'
import {
  deniedKey,
  type Grant,
  grantIn,
  isDenied,
  linesOf,
  noGrant,
  note,
  type Outline,
  type OutlineEntity,
} from './outline.ts'
import { roleName } from './outline-names.ts'
import { wordsOf } from './read/names.ts'
import { byPlace, sourceOf } from './source-of.ts'

/** Names of the charter by those of the analysis. */
export interface Given {
  readonly entities: ReadonlyMap<string, string>
  readonly operations: ReadonlyMap<string, string>
}

/** Roles, in order of appearance, and who may do what under which condition. */
export const addAccess = (analysis: Analysis, given: Given, outline: Outline): void => {
  for (const role of [...analysis.roles].sort(byPlace)) {
    const name = roleName(role.name)
    if (name === '') {
      askWho(role, analysis, outline)
      continue
    }
    outline.roles.add(name)
    note(outline, `access.roles.${name}`, sourceOf(role))
  }
  for (const denied of analysis.denied ?? []) deny(denied, given, outline)
  const withheld = analysis.access.flatMap((access) => allow(access, { analysis, given, outline }) ?? [])
  for (const each of withheld) withhold(each)
  for (const entity of outline.entities.values()) for (const grant of entity.allow.values()) keepStricter(grant)
  const seeing = new Set((analysis.visible ?? []).flatMap(({ roles }) => roles.map(roleName)))
  for (const role of outline.roles) if (isIdle(role, outline) && !seeing.has(role)) askWhat(role, outline)
}

interface AllowContext {
  readonly analysis: Analysis
  readonly given: Given
  readonly outline: Outline
}

const deny = ({ role, on, do: actions }: DeniedRight, { entities }: Given, { denied }: Outline): void => {
  const who = role === everyone ? everyone : roleName(role)
  for (const action of actions) denied.add(deniedKey(who, entities.get(on) ?? on, action))
}

/** What stands under a limit of which no rule was made. */
interface Withheld {
  readonly entity: OutlineEntity
  readonly role: string
  readonly actions: readonly string[]
  readonly when: string | undefined
}

const allow = (access: AnalysedAccess, { analysis, given, outline }: AllowContext): Withheld | null => {
  const entity = outline.entities.get(given.entities.get(access.on) ?? '')
  const role = roleName(access.role)
  if (!entity || !outline.roles.has(role)) return null
  const actions = access.do
    .flatMap((verb) => actionsOf(verb, entity, { analysis, given, outline }))
    .filter((action) => !isDenied(outline, role, entity.name, action))
  if (actions.length === 0) return null
  const limit = limitOf(access, { entity, role, outline, others: othersOf(access, analysis) })
  if (limit.kind === 'unclear') {
    askAbout(access, { entity, role, outline })
    return { entity, role, actions, when: limit.when }
  }
  const when = limit.kind === 'rule' ? limit.when : undefined
  const line = lineOf(grantIn(entity, role), when)
  for (const action of actions) line.actions.add(action)
  note(outline, `${entity.name}.allow.${role}`, sourceOf(access))
  return null
}

/** What is asked about is not granted by other words either; whose rows these are holds for making them, too. */
const withhold = ({ entity: { allow: grants }, role, actions, when }: Withheld): void => {
  const grant = grants.get(role)
  if (!grant) return
  const lines = linesOf(grant)
  for (const line of lines) if (line.when === undefined) for (const action of actions) line.actions.delete(action)
  const isFree = lines.every((line) => line.when === undefined) && grant.actions.has('create')
  if (isFree && when !== undefined && grant.actions.delete('create')) lineOf(grant, when).actions.add('create')
}

const crud = /^(?:create|read|update|delete|list|audit)$/

const actionsOf = (verb: string, entity: OutlineEntity, { given, outline }: AllowContext): readonly string[] => {
  if (crud.test(verb)) return [verb]
  const operation = given.operations.get(verb)
  return operation !== undefined && outline.operations.get(operation)?.entity === entity.name ? [operation] : []
}

/** Other things that the same words grant to the same role. */
const othersOf = ({ role, on, offset }: AnalysedAccess, { access }: Analysis): readonly string[] =>
  access.filter((each) => each.role === role && each.on !== on && each.offset === offset).map((each) => each.on)

/** The line of a role that has this condition, made where there is none. */
export const lineOf = (grant: Grant, when: string | undefined): Grant => {
  const lines = linesOf(grant)
  const found = lines.find((line) => line.when === when && line.actions.size > 0)
  if (found) return found
  const line = grant.actions.size === 0 ? grant : noGrant()
  if (line !== grant) grant.more.push(line)
  if (when !== undefined) line.when = when
  return line
}

/** What is allowed once under a condition and once without stands under the condition. */
export const keepStricter = (grant: Grant): void => {
  createWithin(grant)
  const lines = linesOf(grant)
  const limited = new Set(lines.flatMap((line) => (line.when === undefined ? [] : [...line.actions])))
  for (const line of lines) if (line.when === undefined) for (const action of limited) line.actions.delete(action)
}

/** Whoever is kept to rows of theirs makes rows among these, where they are kept to them in one way; a state says nothing of making. */
const createWithin = (grant: Grant): void => {
  const lines = linesOf(grant)
  const free = lines.find(({ when, actions }) => when === undefined && actions.has('create'))
  const [limited, ...others] = lines.filter(({ when }) => when !== undefined)
  // A new row has nobody yet who belongs to it.
  if (!free || !limited?.when?.includes('principal') || limited.when.startsWith('principal in ') || others.length > 0)
    return
  free.actions.delete('create')
  limited.actions.add('create')
}

const askAbout = (
  { when, quote = '' }: AnalysedAccess,
  { entity, role, outline }: { readonly entity: OutlineEntity; readonly role: string; readonly outline: Outline },
): void => {
  const who = wordsOf(role).join(' ')
  const what = wordsOf(entity.name).join(' ')
  const sentence = `"${quote.trim().slice(0, 160)}": does "${when}" limit what ${withArticle(who)} may do with ${withArticle(what)}? No rule was made of it.`
  if (outline.questions.some((each) => each.sentence === sentence)) return
  outline.questions.push({
    about: entity.name,
    sentence,
    choices: ['no limit', 'a rule to be written', 'not allowed'],
  })
}

/** Words that are no name of a role may have been given rights, which nobody gets. */
const askWho = ({ name, quote = '' }: AnalysedRole, { access }: Analysis, { questions }: Outline): void => {
  if (!access.some(({ role }) => role === name)) return
  const sentence = `"${quote.trim().slice(0, 160)}": who is "${wordsOf(name).join(' ')}"? No role was made of it, and nobody was given what it says.`
  questions.push({ about: 'access', sentence, choices: [] })
}

const isIdle = (role: string, { entities }: Outline): boolean =>
  ![...entities.values()].some(({ allow: lines }) => lines.has(role))

const askWhat = (role: string, outline: Outline): void => {
  outline.questions.push({
    about: 'access',
    sentence: `What may ${withArticle(wordsOf(role).join(' '))} do? No grant could be drafted from the words.`,
    choices: [],
  })
}
