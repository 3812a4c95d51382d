import type { AnalysedEntity, Analysis } from './analysis.ts'
import { type Mention, mentionsIn } from './words-of-names.ts'

/** A thing that a role has a right to. */
export interface Spoken {
  readonly entity: AnalysedEntity
  readonly role: string
  readonly analysis: Analysis
}

/** Where a sentence names the thing as what the role acts on; where it names no such role, anywhere. */
export const thingsOf = (text: string, { entity, role, analysis: { roles } }: Spoken): readonly Mention[] => {
  const things = mentionsIn(text, [entity])
  const who = mentionsIn(text, roles)
  if (!who.some(({ name }) => name === role)) return things
  const acted = things.filter(({ start }) => {
    const before = who.filter((each) => each.end <= start)
    const last = before.at(-1)
    return (
      last?.name === role || before.some(({ name, end }) => name === role && isListed(text.slice(end, last?.start)))
    )
  })
  return acted.length > 0 ? acted : things
}

/** `Clerks and brokers`: both act. */
const isListed = (between: string): boolean =>
  /^(?:\s*,\s*(?:and|or)?|\s+(?:and|or|&))\s*(?:(?:an?|the)\s+)?$/i.test(between)
