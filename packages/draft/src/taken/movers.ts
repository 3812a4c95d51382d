import { modal } from '../language/denials.ts'
import { clauseJoints } from '../lost-rights.ts'
import { grantIn, isDenied, linesOf, type Outline, type OutlineEntity } from '../outline.ts'
import { roleName } from '../outline-names.ts'
import { wordsOf } from '../read/names.ts'
import { sentencesSaid } from '../sentences-said.ts'
import { mentionsIn, namesAlone } from '../words-of-names.ts'
import { verbOf } from './verb-of.ts'

/** A move by its name, and the state that it leads to. */
export interface MoveTo {
  readonly name: string
  readonly to: string
}

interface Moving {
  readonly entity: OutlineEntity
  readonly moves: readonly MoveTo[]
  /** The state that rows begin in. */
  readonly first: string
  readonly words: string
  readonly by: ReadonlyMap<string, string>
}

/** Who makes which move, where a clause says just that (`Couriers collect and deliver parcels`), beside whoever may change the row. */
export const grantMoves = (outline: Outline, { entity, moves, first, words, by }: Moving): void => {
  // `Clerks file requests`, which begin as filed: they make them.
  const making = first === '' ? [] : [{ name: 'create', to: first, verb: verbOf(first) }]
  const names = namesIn(outline)
  const clauses = clausesIn(words).flatMap((clause) => actingIn(clause, names) ?? [])
  const all = [...moves.map((move) => ({ ...move, verb: wordsOf(move.name)[0] ?? '' })), ...making]
  for (const { name, to, verb } of all) {
    const said = clauses.flatMap((clause) => moverIn(outline, clause, { entity, name, to, verb }) ?? [])
    const who = roleName(by.get(to) ?? '')
    const movers = [...said, ...(outline.roles.has(who) ? [{ role: who, isAlone: false }] : [])]
    if (movers.length === 0) continue
    const named = movers.map(({ role }) => role)
    const isAlone = movers.some((each) => each.isAlone)
    for (const [role, grant] of entity.allow)
      if (isAlone && !named.includes(role)) for (const { actions } of linesOf(grant)) actions.delete(name)
    for (const role of named) if (!holds(entity, role, name)) grantIn(entity, role).actions.add(name)
  }
}

/** Under a condition, too. */
const holds = ({ allow }: OutlineEntity, role: string, action: string): boolean =>
  linesOf(allow.get(role)).some(({ actions }) => actions.has(action))

const clausesIn = (words: string): readonly string[] =>
  sentencesSaid(words).flatMap(({ text }) => text.split(clauseJoints))

/** What limits a right is for others to read. */
const limits =
  /\b(?:not|never|no|nobody|cannot|own|until|till|within|before|after|unless|except|if|when|once|provided|during|while|or more)\b|n['’]t\b/i
const only = /\b(?:only|alone)\b/i

interface Asked extends MoveTo {
  readonly verb: string
  readonly entity: OutlineEntity
}

const namesIn = ({ roles, entities }: Outline) => ({ roles: namesAlone(roles), things: namesAlone(entities.keys()) })

/** A clause that begins with a role, and lets it do something without a limit. */
interface Acting {
  readonly role: string
  /** What stands behind it. */
  readonly behind: string
  readonly things: readonly string[]
  readonly isAlone: boolean
}

const actingIn = (clause: string, { roles, things }: ReturnType<typeof namesIn>): Acting | null => {
  const [who, ...others] = mentionsIn(clause, roles)
  if (!who || others.length > 0 || limits.test(clause) || !isFirst.test(clause.slice(0, who.start))) return null
  const behind = clause.slice(who.end)
  const named = mentionsIn(behind, things).map(({ name }) => name)
  return { role: who.name, behind, things: named, isAlone: only.test(clause) }
}

/** Who a clause says makes the move. */
const moverIn = (outline: Outline, acting: Acting, { entity, name, to, verb }: Asked): Acting | null => {
  const { role, behind, things } = acting
  const isOfThing = things.length === 0 || things.some((each) => entity.name.endsWith(each))
  if (!isOfThing || isDenied(outline, role, entity.name, name)) return null
  const words = wordsOf(behind).filter((word) => word.startsWith(verb.slice(0, 2)))
  const verbs = words.flatMap((word) => [word, word.replace(/s$/, ''), word.replace(/es$/, '')].map(verbOf))
  const marked = new RegExp(
    `\\b(?:move|take|bring|set|put|advance|mark|turn)s? .*\\b(?:to|into|as) (?:an? )?${to}\\b`,
    'i',
  )
  return (verb !== 'mark' && verbs.includes(verb)) || marked.test(behind) ? acting : null
}

const isFirst = new RegExp(`^\\W*(?:(?:and|then|the|an?|all|every|each|only|(?:${modal})) )*$`, 'i')
