import type { Desk } from './desk.ts'
import { isMembers, type Value } from './flow-text.ts'
import { textsIn } from './lines.ts'

/** Takes away what a charter still says of a role that is gone: comments, questions about it and choices of it, and provenance. */
export const forgetRole = (desk: Desk, role: string): void => {
  desk.sheet.dropAssumed(['access', 'roles'], role)
  const questions = desk.sheet.value(['questions'])
  // From the last on, as each that goes moves those behind it.
  if (Array.isArray(questions))
    for (const [at, question] of [...questions.entries()].reverse()) forgetIn(desk, String(at), question, role)
  desk.moved.set(`access.roles.${role}`, null)
  for (const { name } of desk.charter.entities) desk.moved.set(`${name}.allow.${role}`, null)
}

const forgetIn = (desk: Desk, at: string, question: Value, role: string): void => {
  if (!isMembers(question)) return
  const [about, sentence] = [String(question.about), String(question.sentence)]
  const left = withoutRole(about, sentence, role)
  if (left === null) {
    desk.sheet.removeItem(['questions', at])
    return
  }
  if (left !== sentence) desk.sheet.set(['questions', at, 'sentence'], left)
  const choices = textsIn(question.choices)
  const kept = choices.filter((choice) => choice !== role && !choice.startsWith(`${role} may `))
  if (kept.length === choices.length) return
  if (kept.length > 0) desk.sheet.set(['questions', at, 'choices'], kept)
  else desk.sheet.remove(['questions', at, 'choices'])
}

/** The sentence without the role in its list, or null where it is about that role alone. */
const withoutRole = (about: string, sentence: string, role: string): string | null => {
  const words = role.replaceAll('-', ' ')
  if (!new RegExp(`(?<![\\w-])(?:${role}|${words})(?![\\w-])`).test(sentence)) return sentence
  const [, list = '', rest = ''] = /^The roles (.+?) (\(.*)$/.exec(sentence) ?? []
  const others = list.split(/, | and /).filter((each) => each !== '' && each !== role)
  if (others.length > 0)
    return `The role${others.length > 1 ? 's' : ''} ${others.join(', ').replace(/, ([^,]+)$/, ' and $1')} ${rest}`
  const isAsked = new RegExp(`^What may (?:an? )?${words} (?:do|see)\\b`).test(sentence)
  return isAsked || /^access(?:\.|$)/.test(about) || sentence.includes(`Assumed: ${role} `) ? null : sentence
}
