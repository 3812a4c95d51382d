import type { Entity, Field } from '@charter/charter'
import type { Drift } from './drift.ts'

const bounds = ['min', 'max', 'lengthMin', 'pattern'] as const
type Bounds = Partial<Record<(typeof bounds)[number], string | number>>

const words: Readonly<Record<(typeof bounds)[number], string>> = {
  min: 'be at least',
  max: 'be at most',
  lengthMin: 'have a length of at least',
  pattern: 'match',
}

/** Constraints on a column are bounds of its type: new ones of the database, and those of the charter that it does not have. */
export const compareBounds = (about: string, before: Field, now: Field): readonly Drift[] => {
  const [was, is] = [before.type as Bounds, now.type as Bounds]
  return bounds.flatMap((bound): readonly Drift[] => {
    if (was[bound] === is[bound]) return []
    const must = (of: Bounds): string => `${about} must ${words[bound]} ${of[bound]}`
    if (was[bound] === undefined)
      return [{ kind: 'rule-added', about, sentence: `The database says now that ${must(is)}.` }]
    const instead = is[bound] === undefined ? 'the database does not' : `in the database ${is[bound]}`
    return [{ kind: 'rule-removed', about, sentence: `The charter says that ${must(was)}; ${instead}.`, isOurs: true }]
  })
}

/** Rules over several fields, by what they say: people may name them as they like. */
export const compareChecks = (table: string, before: Entity, now: Entity): readonly Drift[] => {
  const [was, is] = [before, now].map((entity) =>
    entity.checks.map(({ name, text }) => ({ name, text, says: byColumns(entity, text) })),
  )
  const lacks = (all: typeof was, says: string): boolean => !all?.some((each) => each.says === says)
  return [
    ...(is ?? [])
      .filter(({ says }) => lacks(was, says))
      .map(({ name, text }): Drift => {
        return {
          kind: 'rule-added',
          about: table,
          sentence: `The database has a rule ${name} of ${table} now: ${text}`,
        }
      }),
    ...(was ?? [])
      .filter(({ says }) => lacks(is, says))
      .map(({ name, text }): Drift => {
        const sentence = `The charter has a rule ${name} of ${table}, and the database does not: ${text}`
        return { kind: 'rule-removed', about: table, sentence, isOurs: true }
      }),
  ]
}

/** Fields by their columns, as people may rename fields. */
const byColumns = ({ fields }: Entity, text: string): string =>
  text.replaceAll(/[\p{L}_][\p{L}\p{N}_]*/gu, (word) => {
    const field = fields.find(({ name }) => name === word)
    return field ? (field.column ?? field.name) : word
  })
