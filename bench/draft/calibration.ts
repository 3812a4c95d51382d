import type { Analysis } from '../../packages/draft/src/analysis.ts'
import type { DescribedEntity, Description } from './description.ts'
import { agree, entityNamed, fieldNames, namesOf } from './names.ts'

/** How sure a draft was of one thing, and whether the reference has it. */
export interface Judged {
  readonly kind: 'entities' | 'fields' | 'relations' | 'roles'
  readonly confidence: number
  readonly isRight: boolean
}

/** Every part of a draft beside its reference; of what the reference leaves open, either is right. */
export const judgedIn = (reference: Description, draft: Analysis): readonly Judged[] => {
  const meant = (name: string): DescribedEntity | undefined => {
    const own = draft.entities.find((each) => each.name === name)
    return own && reference.entities.find((each) => agree(namesOf(each), namesOf(own)))
  }
  const isTied = (from: string, to: string): boolean =>
    (reference.relations ?? []).some((each) => {
      const ends = [entityNamed(reference.entities, each.from), entityNamed(reference.entities, each.to)]
      return ends.includes(meant(from) ?? nobody) && ends.includes(meant(to) ?? nobody)
    })
  return [
    ...draft.entities.flatMap((entity): readonly Judged[] => {
      const known = meant(entity.name)
      return [
        { kind: 'entities', confidence: entity.confidence, isRight: known !== undefined },
        ...entity.fields.map((field): Judged => {
          const names = fieldNames(field, entity)
          const isRight = known?.fields?.some((each) => agree(fieldNames(each, known), names)) ?? false
          return { kind: 'fields', confidence: field.confidence, isRight }
        }),
      ]
    }),
    ...draft.relations.map(
      ({ from, to, confidence }): Judged => ({ kind: 'relations', confidence, isRight: isTied(from, to) }),
    ),
    ...draft.roles.map((role): Judged => {
      const isRight = (reference.roles ?? []).some((each) => agree(namesOf(each), namesOf(role)))
      return { kind: 'roles', confidence: role.confidence, isRight }
    }),
  ]
}

const nobody: DescribedEntity = { name: '' }

/** Of what was called so sure, how much is right: a line a kind, with a column for each tenth from 0.3. */
export const calibrationTable = (judged: readonly Judged[]): readonly string[] => {
  const tenths = [3, 4, 5, 6, 7, 8, 9]
  const cell = (of: readonly Judged[]): string =>
    of.length < 10 ? '–' : `${Math.round((100 * of.filter(({ isRight }) => isRight).length) / of.length)} %`
  return [
    `called sure  ${tenths.map((tenth) => `.${tenth}`.padStart(6)).join('')}`,
    ...[...Map.groupBy(judged, ({ kind }) => kind)].map(
      ([kind, of]) =>
        `${kind.padEnd(12)} ${tenths.map((tenth) => cell(of.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10 + 1e-9)) === tenth)).padStart(6)).join('')}`,
    ),
  ]
}
