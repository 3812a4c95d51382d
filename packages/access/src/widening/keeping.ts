import type { Field, Widening } from '@charter/charter'
import type { Mask } from '@charter/runtime'

type Change = Pick<Widening, 'kind' | 'isCertain' | 'before' | 'after'>

/** What keeps a classified field less than before: its class changed or dropped, its protection lowered, its mask showing more. */
export const keepingChanges = (before: Field | undefined, after: Field): readonly Change[] => {
  if (!before) return []
  return [
    ...changed('class', before.class !== undefined && before.class !== after.class, before.class, after.class),
    ...changed('protect', strength(after) < strength(before), before.protect, after.protect),
    ...changed('mask', !hidesAsMuch(before, after), maskText(before.mask), maskText(after.mask)),
  ]
}

const changed = (kind: Change['kind'], is: boolean, before = 'none', after = 'none'): readonly Change[] =>
  is ? [{ kind, isCertain: true, before, after }] : []

/** How much of it lies in the database in the clear: docs/protection.md. */
const strength = ({ protect }: Field): number => ({ none: 0, mask: 1, encrypt: 2, tokenize: 2 })[protect ?? 'none']

/** What those see who may not reveal it. Without `reveal` on both sides the question is who sees the value itself. */
const hidesAsMuch = (before: Field, after: Field): boolean => {
  const isMasked = [before, after].every(({ reveal, protect }) => reveal !== undefined && protect !== 'tokenize')
  return !isMasked || hides(after.mask, before.mask ?? { kind: 'hide' })
}

const hides = (after: Mask | undefined, before: Mask): boolean => {
  if (after === undefined || after.kind === 'hide') return true
  if (after.kind === 'last') return before.kind === 'last' && after.keep <= before.keep
  return before.kind === 'year'
}

const maskText = (mask: Mask | undefined): string =>
  mask === undefined ? 'hide' : mask.kind === 'last' ? `last ${mask.keep}` : mask.kind
