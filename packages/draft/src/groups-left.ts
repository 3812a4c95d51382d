import type { Analysis } from './analysis.ts'
import { deedsOf, verbsIn } from './deeds-meant.ts'
import { clauseJoints, isRead, type Lost } from './lost-rights.ts'
import { roleName } from './outline-names.ts'
import { isWithin, type Said } from './sentences-said.ts'
import { mentionsIn } from './words-of-names.ts'

const belonging =
  '\\s+(?:who (?:belong to|are in|are part of|work (?:in|at))|belonging to|of|in|on|from|at|within)\\s+(?:(?<one>an?|the|its|their|that|this|each|every|any|one)\\s+)?'
const group = new RegExp(`^${belonging}(?<what>\\p{L}+(?:['’]s)?(?: \\p{L}+)?)`, 'iu')

/** `The team's captains`. */
const possessor = /\b(?:the|an?|its|their|each|every|that|this) (?<what>\p{L}+(?: \p{L}+)?)['’]s?\s+$/iu
/** `Give access to a plan to a broker`. */
const gives =
  /\b(?:gives?|grants?|lends?|hands?|offers?|passes|pass)\b[^,;:]* (?:to|with) (?:(?:an?|another|other|the|some|any|several|certain)\s+)*$/i

/** `Captains of a team may delete posts` gives it for that team, and no rule says so here: no captain gets it. */
export const groupsIn = (said: Said, analysis: Analysis): readonly Lost[] =>
  mentionsIn(said.text, analysis.roles).flatMap(({ name, start, end }) => {
    const before = said.text.slice(0, start)
    const found = group.exec(said.text.slice(end))?.groups
    const { one, what = '' } = found ?? possessor.exec(before)?.groups ?? {}
    const isOf = (role: string) => role === roleName(name)
    if (gives.test(before)) return rightsHere(name, said, analysis).map((each) => ({ ...each, isOf }))
    // A head of markets is called so.
    const isTitle = found !== undefined && one === undefined && !/s$/i.test(said.text.slice(start, end))
    const things = mentionsIn(what, analysis.entities).filter((thing) => thing.start === 0 && !isTitle)
    if (things.length === 0) return []
    const behind = said.text.slice(end).replace(group, '').split(clauseJoints)[0] ?? ''
    const named = mentionsIn(behind, analysis.entities)
    const verbs = verbsIn(behind, named)
    return [
      ...named.map(({ name: on }) => ({ isOf, on, deeds: verbs.flatMap(({ lower }) => deedsOf(lower, on, analysis)) })),
      ...rightsHere(name, said, analysis).map((each) => ({ ...each, isOf })),
    ].filter((each) => !isRead(each, { said, analysis }))
  })

/** What a sentence gave a role; who makes rows and nothing more would see their own. */
const rightsHere = (name: string, said: Said, { access }: Analysis): readonly Omit<Lost, 'isOf'>[] =>
  access.flatMap(({ role, on, do: deeds, offset }) => {
    const isSeen = access.some((each) => each.role === name && each.on === on && each.do.includes('read'))
    const more = deeds.includes('create') && !isSeen ? ['read', 'list'] : []
    return role === name && isWithin(offset, said) ? [{ on, deeds: [...deeds, ...more] }] : []
  })
