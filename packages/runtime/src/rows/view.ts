import { includedIn, type Principal, type Selection } from '../call/call.ts'
import type { FieldModel, Mask } from '../call/model.ts'
import type { InputError } from '../problem/input-errors.ts'
import { errorPointer, ProblemError, problem } from '../problem/problem.ts'
import { type EntityUnit, planOf } from '../store/entity.ts'
import type { Found } from '../store/store.ts'
import type { Json } from '../values/json.ts'
import { maskedText } from '../values/mask.ts'
import { type Grant, grantOf, isRevealed, rolesKey } from './grant.ts'
import { unsaid } from './unservable.ts'

/** Which fields of an entity this principal is shown, what is asked of the store for them, and how each is read from a row. */
export interface View {
  /** What plans of this view are called. */
  readonly key: string
  /** Names of what the answer holds. */
  readonly fields: readonly string[]
  /** Fields whose values are asked for: those of the answer, then those that included relations need. */
  readonly stored: readonly string[]
  /** What uncovers fields by the row: asked of each row. */
  readonly judged: readonly (Grant | null)[]
  /** Whether the store makes the whole answer's text of the row alone. */
  readonly isTextual: boolean
  /** Fields by which included relations are found: what the text alone does not give. */
  readonly needed: readonly string[]
  /** Distinguishes answers of the same row: part of the entity tag. */
  readonly id: string
  read(row: Found): Record<string, Json>
  /** Names of fields whose protected values the answer holds, or may hold: they go on record. */
  readonly revealed: readonly string[]
  /** Names of fields that everybody who reads the row is shown and that must have a value, in a database that others write. */
  readonly needing: readonly string[]
  /** Fields that `read` gives as they are kept, for `readRows` to open. */
  readonly sealed: readonly SealedView[]
}

/** A sealed field of an answer: who sees it, and the judgement that says so where that depends on the row. */
export interface SealedView {
  readonly field: FieldModel
  readonly uncovered: Uncovered
  readonly judgedAt: number
}

/** The view of a selection under a grant; kept, as it depends on roles and not on who has them. */
export const viewOf = (
  unit: EntityUnit,
  selection: Selection | undefined,
  grant: Grant,
  principal: Principal,
): View => {
  const fields = selection?.fields ?? null
  const id = JSON.stringify(['view', grant.id, rolesKey(principal), fields, relationsIn(selection)])
  return planOf(unit, id, () => makeView(unit, selection, grant, principal, id))
}

const makeView = (
  unit: EntityUnit,
  selection: Selection | undefined,
  grant: Grant,
  principal: Principal,
  key: string,
): View => {
  const fields = selectFields(unit, selection)
  const shown = fields.map((field) => ({ field, uncovered: uncovering(unit, field, grant, principal) }))
  const asked = [
    ...new Set(shown.flatMap(({ field, uncovered }) => (uncovered === 'by-row' && field.reveal ? [field.reveal] : []))),
  ]
  const judgedAt = (field: FieldModel) => asked.indexOf(field.reveal ?? '')
  const readers = shown.map(({ field, uncovered }, at) =>
    readerOf(field, field.protect ? 'always' : uncovered, at, judgedAt(field)),
  )
  const said = sayable(unit, shown, judgedAt)
  return {
    key,
    isTextual: shown.every(
      ({ field, uncovered }) => uncovered === 'always' && !field.protect && unit.stored.spelled.has(field.name),
    ),
    needed: [...new Set(relationsIn(selection).flatMap((name) => unit.relations.get(name)?.from ?? []))],
    judged: asked.map((reveal) => grantOf(unit, `reveal:${reveal}`, principal)),
    fields: fields.map((field) => field.name),
    stored: [...fields.map(({ name }) => name), ...neededBy(unit, selection, fields)],
    id: shown.map(({ field, uncovered }) => `${field.name}${uncovered === 'always' ? '' : `:${uncovered}`}`).join(','),
    revealed: shown
      .filter(({ field, uncovered }) => (field.reveal || field.protect) && uncovered !== 'never')
      .map(({ field }) => field.name),
    needing: shown.flatMap(({ field, uncovered }) =>
      unit.model.isOwned || field.isOptional || field.protect || uncovered !== 'always' ? [] : [field.name],
    ),
    sealed: shown
      .filter(({ field }) => field.protect)
      .map(({ field, uncovered }) => ({ field, uncovered, judgedAt: judgedAt(field) })),
    read: (row) => {
      const value: Record<string, Json> = {}
      for (let at = 0; at < readers.length; at++) value[(fields[at] as FieldModel).name] = (readers[at] as Reader)(row)
      for (const { name, at, shownAt } of said)
        if (value[name] === null && (shownAt === null || row.isJudged(shownAt)) && row.value(at) === undefined)
          throw unsaid(unit, name, value)
      return value
    },
  }
}

interface Shown {
  readonly field: FieldModel
  readonly uncovered: Uncovered
}

/** A field of which a value that its type cannot say is a problem to whoever is shown it. */
interface Sayable {
  readonly name: string
  readonly at: number
  /** The judgement that says whether it is shown; null where it always is. */
  readonly shownAt: number | null
}

/** None of a database of ours, which holds nothing else. */
const sayable = (
  unit: EntityUnit,
  shown: readonly Shown[],
  judgedAt: (field: FieldModel) => number,
): readonly Sayable[] => {
  if (unit.model.isOwned) return []
  return shown.flatMap(({ field, uncovered }, at) => {
    if (field.protect || uncovered === 'never') return []
    return [{ name: field.name, at, shownAt: uncovered === 'by-row' ? judgedAt(field) : null }]
  })
}

/** Names of the relations that a selection includes. */
export const relationsIn = (selection: Selection | undefined): readonly string[] =>
  includedIn(selection).map(({ relation }) => relation)

/** Fields by which included relations are found and ciphertexts opened, where the answer does not hold them already. */
const neededBy = (
  unit: EntityUnit,
  selection: Selection | undefined,
  fields: readonly FieldModel[],
): readonly string[] => {
  const needed = relationsIn(selection).flatMap((name) => unit.relations.get(name)?.from ?? [])
  const opening = fields.some(({ protect }) => protect) ? unit.model.key : []
  return [...new Set([...needed, ...opening])].filter((name) => !fields.some((field) => field.name === name))
}

const selectFields = (unit: EntityUnit, selection: Selection | undefined): readonly FieldModel[] => {
  if (!selection?.fields) return unit.model.fields
  const unknown = selection.fields.filter((name) => !unit.fields.has(name))
  if (unknown.length > 0) throw new ProblemError(problem('invalid-input', { errors: unknown.map(unknownField(unit)) }))
  return [...new Set(selection.fields)].map((name) => unit.fields.get(name) as FieldModel)
}

const unknownField =
  (unit: EntityUnit) =>
  (name: string): InputError => ({
    path: `/fields${errorPointer(name)}`,
    code: 'unknown',
    message: `${unit.model.name} has no field "${name}".`,
  })

export type Uncovered = 'always' | 'never' | 'by-row'

const uncovering = (unit: EntityUnit, { reveal }: FieldModel, grant: Grant, principal: Principal): Uncovered => {
  if (!reveal || isRevealed(unit, reveal, grant, principal)) return 'always'
  return grantOf(unit, `reveal:${reveal}`, principal) ? 'by-row' : 'never'
}

type Reader = (row: Found) => Json

const readerOf = (field: FieldModel, uncovered: Uncovered, at: number, judgedAt: number): Reader => {
  if (uncovered === 'always') return (row) => row.value(at) ?? null
  if (uncovered === 'never') return (row) => masked(field.mask, row.value(at) ?? null)
  return (row) => {
    const value = row.value(at) ?? null
    return row.isJudged(judgedAt) ? value : masked(field.mask, value)
  }
}

/** The declared shape of a value that may not be seen; null where none is declared. */
export const masked = (mask: Mask | undefined, value: Json): Json => {
  if (value === null || !mask || mask.kind === 'hide' || typeof value !== 'string') return null
  if (mask.kind === 'year') return `${value.slice(0, 4)}-01-01${value.length > 10 ? 'T00:00:00Z' : ''}`
  return maskedText(value, mask.keep)
}

/** Fields that the principal may neither see nor so ask about, sort by or write, on rows that `grant` gives. */
export const isHidden = (unit: EntityUnit, field: FieldModel, grant: Grant, principal: Principal): boolean =>
  field.reveal !== undefined && !isRevealed(unit, field.reveal, grant, principal)
