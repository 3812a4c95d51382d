import type { AnalysedRole, Analysis } from './analysis.ts'
import { memberName, wordsOf } from './read/names.ts'
import { mentionsIn } from './words-of-names.ts'

const possessed = /\b(?<whose>\p{L}+)['’]s? (?<who>\p{L}+(?: \p{L}+)?)/giu

/** `The troupe's prompters` are prompters, of one of the troupes: no role of its own. */
export const withPossessedRoles = (analysis: Analysis, words: string): Analysis => {
  const renamed = new Map<string, string>()
  for (const { groups } of words.matchAll(possessed)) {
    const { whose = '', who = '' } = groups ?? {}
    if (mentionsIn(whose, analysis.entities).length === 0) continue
    const role = analysis.roles.find(({ name }) => {
      const [first, ...rest] = wordsOf(name)
      return first === whose.toLowerCase() && mentionsIn(who, [{ name: rest.join(' '), aliases: [] }])[0]?.start === 0
    })
    if (role) renamed.set(role.name, memberName(wordsOf(role.name).slice(1).join(' ')))
  }
  if (renamed.size === 0) return analysis
  const to = (name: string) => renamed.get(name) ?? name
  return {
    ...analysis,
    roles: eachOnce(analysis.roles.map((role) => ({ ...role, name: to(role.name) }))),
    access: analysis.access.map((right) => ({ ...right, role: to(right.role) })),
  }
}

const eachOnce = (roles: readonly AnalysedRole[]): readonly AnalysedRole[] =>
  roles.filter(({ name }, at) => roles.findIndex((each) => each.name === name) === at)
