import type { Command } from '../command.ts'
import { type Desk, listed, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { bare, entitiesFor, type Member, membersFor, nounText, operationsFor, rolesFor } from '../find.ts'
import { entityName, memberName, slug } from '../reading.ts'
import { renameEntity } from '../renames/rename-entity.ts'
import { renameMember } from '../renames/rename-member.ts'
import { renameOperation } from '../renames/rename-operation.ts'
import { renameRole } from '../renames/rename-role.ts'

/** `rename phone to mobile on customers`, `call clients customers`, `clients should be called customers`. */
export const rename: Command = {
  example: 'rename phone to mobile on customers',
  run: (clause, desk) => {
    const asked = askedOf(clause, desk)
    if (!asked) return false
    const [, to, more] = /^(.+?)\s*(?:,|,?\s+and)\s+((?:the\s+)?.+\s+to\s+.+)$/i.exec(asked.to) ?? []
    if (to !== undefined && more !== undefined) {
      renameThing({ ...asked, to }, clause, desk)
      return rename.run({ ...clause, text: `rename ${more}` }, desk)
    }
    renameThing(asked, clause, desk)
    return true
  },
}

const renameThing = (asked: Asked, clause: Clause, desk: Desk): void => {
  if (asked.to.trim().split(/\s+/).length > 4) throw new Unclear(`"${asked.to}" is too long for a name.`)
  const thing = thingOf(asked, clause, desk)
  if (thing.kind === 'entity') renameWhole(clause, desk, thing.name, entityName(bare(asked.to)))
  else if (thing.kind === 'role') renameOneRole(clause, desk, thing.name, slug(bare(asked.to)))
  else if (thing.kind === 'operation') renameOne(clause, desk, thing.name, memberName(bare(asked.to)))
  else renamePart(clause, desk, thing.member, memberName(bare(asked.to)))
}

interface Asked {
  readonly from: string
  readonly to: string
  /** `rename the role owner`: of which kind it has to be. */
  readonly kind?: string
}

const kinds = '(entity|table|field|column|attribute|role|operation|action|relation)'
const patterns: readonly RegExp[] = [
  new RegExp(
    `^(?:rename|relabel)\\s+(?:the\\s+)?(?:${kinds}\\s+)?(?<from>.+?)\\s+(?:to|as|into|=>|->|→)\\s+(?<to>.+)$`,
    'i',
  ),
  new RegExp(
    `^change\\s+the\\s+name\\s+of\\s+(?:the\\s+)?(?:${kinds}\\s+)?(?<from>.+?)\\s+(?:to|into)\\s+(?<to>.+)$`,
    'i',
  ),
  new RegExp(
    `^(?:the\\s+)?(?:${kinds}\\s+)?(?<from>.+?)\\s+(?:should|must|has to|is to|are to|shall|will)\\s+(?:now\\s+)?be\\s+(?:called|named|renamed(?:\\s+to)?)\\s+(?<to>.+)$`,
    'i',
  ),
  new RegExp(
    `^(?:the\\s+)?(?:${kinds}\\s+)?(?<from>.+?)\\s+(?:is|are)\\s+(?:now\\s+)?(?:called|named)\\s+(?<to>.+?)(?:\\s+(?:now|from now on))?$`,
    'i',
  ),
  /^(?<from>\w+\.\w+)\s+becomes\s+(?<to>[\w-]+(?:\s[\w-]+)?)$/i,
  /^(?:use|say)\s+(?:the\s+word\s+)?(?<to>.+?)\s+instead\s+of\s+(?<from>.+)$/i,
]

const askedOf = (clause: Clause, desk: Desk): Asked | null => {
  for (const pattern of patterns) {
    const groups = pattern.exec(clause.text)?.groups
    const kind = pattern.exec(clause.text)?.[1]
    if (groups?.from === undefined || groups.to === undefined) continue
    const [, to = groups.to, on] = /^(.+?)\s+(?:on|in|of|for)\s+(?:the\s+)?(.+)$/i.exec(groups.to) ?? []
    const from = on === undefined ? groups.from : `${groups.from} of ${on}`
    return { from, to, ...(isKind(kind) && { kind: kind.toLowerCase() }) }
  }
  return calledOf(clause, desk)
}

const isKind = (word: string | undefined): word is string => new RegExp(`^${kinds}$`, 'i').test(word ?? '')

/** `call clients customers`: where the first name ends is where something is called that. */
const calledOf = (clause: Clause, desk: Desk): Asked | null => {
  const [, rest] = /^(?:call|name)\s+(.+?)(?:\s+instead|\s+from now on)?$/i.exec(clause.text) ?? []
  const words = rest?.split(/\s+/) ?? []
  for (let at = words.length - 1; at > 0; at--) {
    const from = words.slice(0, at).join(' ')
    if (candidates({ from, to: '' }, clause, desk).length > 0) return { from, to: words.slice(at).join(' ') }
  }
  return words.length > 1 ? { from: words.slice(0, -1).join(' '), to: words.at(-1) ?? '' } : null
}

type Thing =
  | { readonly kind: 'entity'; readonly name: string }
  | { readonly kind: 'role'; readonly name: string }
  | { readonly kind: 'operation'; readonly name: string }
  | { readonly kind: 'member'; readonly name: string; readonly member: Member }

const spokenOf = (pronoun: string, clause: Clause, desk: Desk): readonly Thing[] => {
  const [member] = desk.spokenMembers(pronoun, clause)
  return member
    ? [{ kind: 'member', name: pathOf(member), member }]
    : [{ kind: 'entity', name: desk.entity(pronoun, clause).name }]
}

const candidates = ({ from, kind }: Asked, clause: Clause, desk: Desk): readonly Thing[] => {
  const { charter } = desk
  const isAny = kind === undefined
  if (/^(?:it|that|this)$/i.test(from)) return spokenOf(from, clause, desk)
  const entities = isAny || /entity|table/.test(kind) ? entitiesFor(from, charter).found : []
  const roles = kind === 'role' || (isAny && entities.length === 0) ? rolesFor(from, charter).found : []
  const isMember = !isAny && /field|column|attribute|relation/.test(kind)
  const members =
    isMember || (isAny && entities.length === 0) ? membersFor(from, charter, desk.topic(clause)).found : []
  const operations = isAny || /operation|action/.test(kind) ? operationsFor(from, charter).found : []
  return [
    ...entities.map((name): Thing => ({ kind: 'entity', name })),
    ...roles.map((name): Thing => ({ kind: 'role', name })),
    ...members.map((member): Thing => ({ kind: 'member', name: `${member.entity}.${member.name}`, member })),
    ...(entities.length + members.length === 0 ? operations : []).map((name): Thing => ({ kind: 'operation', name })),
  ]
}

const thingOf = (asked: Asked, clause: Clause, desk: Desk): Thing => {
  const found = candidates(asked, clause, desk)
  const [first, second] = found
  if (first && !second) return first
  if (!first) {
    const near = entitiesFor(asked.from, desk.charter).near ?? membersFor(asked.from, desk.charter).near
    const sentence = `Nothing is called "${asked.from}".${near === undefined ? '' : ` Did you mean ${near}?`}`
    throw new Unclear(
      sentence,
      near === undefined ? null : { about: near, sentence, choices: [`rename ${near} to ${asked.to}`] },
    )
  }
  const sentence = `"${asked.from}" could be ${listed(
    found.map(({ kind, name }) => (kind === 'member' ? name : `the ${kind} ${name}`)),
    'or',
  )}. Which one?`
  const choices = found.map(
    ({ kind, name }) => `rename ${kind === 'member' ? '' : `the ${kind} `}${name} to ${asked.to}`,
  )
  throw new Unclear(sentence, { about: first.name, sentence, choices })
}

const renameWhole = (clause: Clause, desk: Desk, from: string, to: string): void => {
  if (to === '') throw new Unclear(`"${clause.text}" says no new name.`)
  const role = desk.charter.access.roles.find((each) => each === slug(nounText(from)))
  const relations = renameEntity(desk, from, to)
  const also = relations.length > 0 ? `, and with it ${listed(relations)}` : ''
  desk.did(clause, to, `Renamed the entity ${from} to ${to}${also}. Its rows and clients are followed by \`was\`.`)
  const next = slug(nounText(to))
  if (role === undefined || desk.charter.access.roles.includes(next)) return
  desk.ask('access.roles', `The role ${role} keeps its name, as tokens carry it. Is it to be called ${next}, too?`, [
    `rename the role ${role} to ${next}`,
  ])
}

const renamePart = (clause: Clause, desk: Desk, member: Member, to: string): void => {
  renameMember(desk, member, to)
  desk.did(
    clause,
    `${member.entity}.${to}`,
    `Renamed ${member.entity}.${member.name} to ${to}, wherever it is spoken of.`,
  )
}

const renameOneRole = (clause: Clause, desk: Desk, from: string, to: string): void => {
  renameRole(desk, from, to)
  desk.did(clause, `access.roles.${to}`, `Renamed the role ${from} to ${to}. Tokens have to carry the new name.`)
}

const renameOne = (clause: Clause, desk: Desk, from: string, to: string): void => {
  renameOperation(desk, from, to)
  desk.did(clause, to, `Renamed the operation ${from} to ${to}. The file with its body follows by hand.`)
}
