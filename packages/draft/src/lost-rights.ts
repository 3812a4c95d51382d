import type { Analysis } from './analysis.ts'
import { roleName } from './outline-names.ts'
import { isWithin, type Said } from './sentences-said.ts'

/** Deeds on a thing that words keep from some roles. */
export interface Lost {
  readonly isOf: (role: string) => boolean
  readonly on: string
  readonly deeds: readonly string[]
}

/** Where one clause ends and another begins. */
export const clauseJoints = /[,;:()–—]\s*|\s+(?=(?:but|while|whereas|although|though|nobody|no one)\s)/i

/** `Only wardens may`: what was read for them says nothing of everybody else. */
const isOfThose = /^\W*(?:only|solely|exclusively)\b/i

/** A right that the sentence limits in words that became a rule or a question. */
export const isRead = (
  { isOf, on, deeds }: Lost,
  { said, analysis }: { readonly said: Said; readonly analysis: Analysis },
): boolean =>
  analysis.access.some(
    ({ role, on: of, do: actions, when, offset }) =>
      of === on &&
      (isOf(roleName(role)) || !isOfThose.test(said.text)) &&
      when !== null &&
      isWithin(offset, said) &&
      actions.some((action) => deeds.includes(action)),
  ) ||
  (analysis.visible ?? []).some(
    ({ on: of, offset }) => isWithin(offset, said) && analysis.entities.some(({ name }) => name === of),
  )
