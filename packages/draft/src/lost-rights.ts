import type { Analysis } from './analysis.ts'
import { isWithin, type Said } from './sentences-said.ts'

/** Deeds on a thing that words keep from some roles. */
export interface Lost {
  readonly isOf: (role: string) => boolean
  readonly on: string
  readonly deeds: readonly string[]
}

/** Where one clause ends and another begins. */
export const clauseJoints = /[,;:()–—]\s*|\s+(?=(?:but|while|whereas|although|though|nobody|no one)\s)/i

/** A right that the sentence limits in words that became a rule or a question. */
export const isRead = (
  on: string,
  deeds: readonly string[],
  { said, analysis }: { readonly said: Said; readonly analysis: Analysis },
): boolean =>
  analysis.access.some(
    ({ on: of, do: actions, when, offset }) =>
      of === on && when !== null && isWithin(offset, said) && actions.some((action) => deeds.includes(action)),
  ) ||
  (analysis.visible ?? []).some(
    ({ on: of, offset }) => isWithin(offset, said) && analysis.entities.some(({ name }) => name === of),
  )
