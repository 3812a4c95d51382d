import { withArticle } from '@charter/runtime'
import { note, type Outline, type OutlineEntity } from './outline.ts'
import { wordsOf } from './read/names.ts'

/** Fields that name the two ends of a time, the first of which comes first. */
const ends: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/^start(?:s|ed)?(?=[A-Z]|$)/, /^(?:end(?:s|ed)?|finish(?:es|ed)?)(?=[A-Z]|$)/],
  [/^valid(?:From|Since)/, /^valid(?:To|Until|Till)/],
  [/^from(?=[A-Z]|$)/, /^(?:to|until|till)(?=[A-Z]|$)/],
  [/^checkIn|^checkedIn|^arriv/, /^checkOut|^checkedOut|^depart/],
]

/** What begins ends no earlier, whatever it is: checked, and marked as assumed. */
export const completeChecks = (outline: Outline): void => {
  for (const entity of outline.entities.values())
    for (const [first, last] of ends) {
      const [from, to] = [only(entity, first), only(entity, last)]
      if (from === null || to === null || from.type !== to.type || entity.checks.size > 0) continue
      entity.checks.set('endsAfterStart', {
        rule: `${to.name} >= ${from.name}`,
        message: `${capital(withArticle(wordsOf(entity.name).join(' ')))} ends no earlier than it begins.`,
      })
      note(outline, `${entity.name}.endsAfterStart`, { assumed: 'what begins ends no earlier', confidence: 0.9 })
    }
}

const times = new Set(['date', 'dateTime', 'instant'])

/** The one field of a time that is called so. */
const only = ({ fields }: OutlineEntity, named: RegExp): { readonly name: string; readonly type: string } | null => {
  const found = [...fields].flatMap(([name, { type }]) =>
    named.test(name) && times.has(String(type)) ? [{ name, type: String(type) }] : [],
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
