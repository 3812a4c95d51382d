import { includedIn, type Principal, type Selection } from '../call.ts'
import type { InputError } from '../input-errors.ts'
import type { Json } from '../json.ts'
import { maskedText } from '../mask.ts'
import type { FieldModel, Mask } from '../model.ts'
import { errorPointer, ProblemError, problem } from '../problem.ts'
import type { SqlRow, SqlValue, Storage } from '../sql.ts'
import { columnOf, type EntityUnit, planOf } from './entity.ts'
import { type Grant, grantOf, isRevealed, rolesKey } from './grant.ts'
import { bindParams } from './statement.ts'
import { decode, isUnsaid } from './storage.ts'
import { unsaid } from './unservable.ts'

/** Which fields of an entity this principal is shown, how each is read from the row, and the SQL that selects them. */
export interface View {
  /** Columns to select, in order: one for each stored field, then one for each reveal that depends on the row. */
  readonly columns: readonly string[]
  /** Names of what the answer holds. */
  readonly fields: readonly string[]
  /** Names of the fields that the first columns hold: those of the answer, then those that included relations need. */
  readonly stored: readonly string[]
  /** The whole answer as one column of JSON text; null where the database cannot make it of the row alone. */
  readonly text: string | null
  /** Columns of the fields by which included relations are found, and their names: what `text` alone does not give. */
  readonly needed: readonly string[]
  readonly neededFields: readonly string[]
  /** Distinguishes answers of the same row: part of the entity tag. */
  readonly id: string
  /** Parameters of the row-dependent reveals, which stand before all others in the statement. */
  readonly values: (principal: Principal) => SqlValue[]
  read(row: SqlRow): Record<string, Json>
  /** Names of fields whose protected values the answer holds, or may hold: they go on record. */
  readonly revealed: readonly string[]
  /** Names of fields that everybody who reads the row is shown and that must have a value, in a database that others write. */
  readonly needing: readonly string[]
  /** Fields that `read` gives as their columns hold them, for `readRows` to open. */
  readonly sealed: readonly SealedView[]
}

/** A sealed field of an answer: who sees it, and the column that says so where that depends on the row. */
export interface SealedView {
  readonly field: FieldModel
  readonly uncovered: Uncovered
  readonly revealAt: number
}

/** The view of a selection under a grant; kept, as it depends on roles and not on who has them. */
export const viewOf = (
  unit: EntityUnit,
  selection: Selection | undefined,
  grant: Grant,
  principal: Principal,
): View => {
  const included = relationsIn(selection).join()
  const id = `view ${grant.id} ${rolesKey(principal)} ${selection?.fields?.join() ?? '*'} ${included}`
  return planOf(unit, id, () => makeView(unit, selection, grant, principal))
}

const makeView = (unit: EntityUnit, selection: Selection | undefined, grant: Grant, principal: Principal): View => {
  const fields = selectFields(unit, selection)
  const shown = fields.map((field) => ({ field, uncovered: uncovering(unit, field, grant, principal) }))
  const asked = [
    ...new Set(shown.flatMap(({ field, uncovered }) => (uncovered === 'by-row' && field.reveal ? [field.reveal] : []))),
  ]
  const conditions = asked.map(
    (reveal) => grantOf(unit, `reveal:${reveal}`, principal)?.fragment ?? { sql: '0', params: [] },
  )
  const stored = [...fields.map(({ name }) => name), ...neededBy(unit, selection, fields)]
  const revealAt = (field: FieldModel) => stored.length + asked.indexOf(field.reveal ?? '')
  const readers = shown.map(({ field, uncovered }, at) =>
    readerOf(unit, field, field.protect ? 'always' : uncovered, at, revealAt(field)),
  )
  const judged = judgedFields(unit, shown, revealAt)
  const includes = [...new Set(relationsIn(selection).flatMap((name) => unit.relations.get(name)?.from ?? []))]
  return {
    text: shown.every(({ field, uncovered }) => uncovered === 'always' && !field.protect)
      ? objectText(unit, fields)
      : null,
    needed: includes.map((name) => columnOf(unit, name).select),
    neededFields: includes,
    columns: [...stored.map((name) => columnOf(unit, name).select), ...conditions.map(({ sql }) => `(${sql})`)],
    fields: fields.map((field) => field.name),
    stored,
    id: shown.map(({ field, uncovered }) => `${field.name}${uncovered === 'always' ? '' : `:${uncovered}`}`).join(','),
    values: (who) => conditions.flatMap(({ params }) => bindParams(params, who)),
    revealed: shown
      .filter(({ field, uncovered }) => (field.reveal || field.protect) && uncovered !== 'never')
      .map(({ field }) => field.name),
    needing: shown.flatMap(({ field, uncovered }) =>
      unit.model.isOwned || field.isOptional || field.protect || uncovered !== 'always' ? [] : [field.name],
    ),
    sealed: shown
      .filter(({ field }) => field.protect)
      .map(({ field, uncovered }) => ({ field, uncovered, revealAt: revealAt(field) })),
    read: (row) => {
      const value: Record<string, Json> = {}
      for (let at = 0; at < readers.length; at++) value[(fields[at] as FieldModel).name] = (readers[at] as Reader)(row)
      for (const { name, storage, at, shownAt } of judged)
        if ((shownAt === null || row[shownAt] === 1) && isUnsaid(storage, row[at], value[name] ?? null))
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
interface Judged {
  readonly name: string
  readonly storage: Storage
  readonly at: number
  /** The column that says whether it is shown; null where it always is. */
  readonly shownAt: number | null
}

/** None of a database of ours, which holds nothing else. */
const judgedFields = (
  unit: EntityUnit,
  shown: readonly Shown[],
  revealAt: (field: FieldModel) => number,
): readonly Judged[] => {
  if (unit.model.isOwned) return []
  return shown.flatMap(({ field, uncovered }, at) => {
    if (field.protect || uncovered === 'never') return []
    const shownAt = uncovered === 'by-row' ? revealAt(field) : null
    return [{ name: field.name, storage: columnOf(unit, field.name).storage, at, shownAt }]
  })
}

/** Names of the relations that a selection includes. */
export const relationsIn = (selection: Selection | undefined): readonly string[] =>
  includedIn(selection).map(({ relation }) => relation)

/** SQL that makes the JSON object of a row's fields; null where one of them has no JSON text there. */
const objectText = (unit: EntityUnit, fields: readonly FieldModel[]): string | null => {
  const members = fields.map(({ name }) => ({ name, json: columnOf(unit, name).json }))
  if (members.some(({ json }) => json === undefined)) return null
  const parts = members.map(
    ({ name, json }, at) => `${literal(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`)} || ${json}`,
  )
  return parts.length === 0 ? "'{}'" : `${parts.join(' || ')} || '}'`
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

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

type Reader = (row: SqlRow) => Json

const readerOf = (unit: EntityUnit, field: FieldModel, uncovered: Uncovered, at: number, revealAt: number): Reader => {
  const { storage } = columnOf(unit, field.name)
  if (uncovered === 'always') return (row) => decode(storage, row[at] ?? null)
  if (uncovered === 'never') return (row) => masked(field.mask, decode(storage, row[at] ?? null))
  return (row) => {
    const value = decode(storage, row[at] ?? null)
    return row[revealAt] === 1 ? value : masked(field.mask, value)
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
