import type { Operand, Predicate } from '@charter/runtime'
import { predicateText } from '../predicate-text.ts'

/**
 * Who sees what, in two values: a rule counts only where its condition is true, not where it is false or errs.
 * `fact`: true or false for a whole row or caller, as a second factor or the tenant.
 */
export type Formula =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Formula[] }
  | { readonly kind: 'no'; readonly of: Formula }
  | { readonly kind: 'holds'; readonly when: Predicate }
  | { readonly kind: 'fact'; readonly text: string }

export const everyone: Formula = { kind: 'all', of: [] }
export const nobody: Formula = { kind: 'any', of: [] }

/** Both; constants folded, and what stands there twice said once. */
export const all = (...of: readonly Formula[]): Formula => joined('all', of)
/** Either; constants folded, and what stands there twice said once. */
export const any = (...of: readonly Formula[]): Formula => joined('any', of)

const joined = (kind: 'all' | 'any', of: readonly Formula[]): Formula => {
  const parts = of.flatMap((each) => (each.kind === kind ? each.of : [each]))
  const deciding = kind === 'all' ? nobody : everyone
  if (parts.some((each) => isSame(each, deciding))) return deciding
  const once = parts.filter((each, at) => parts.findIndex((other) => isSame(other, each)) === at)
  return once.length === 1 && once[0] ? once[0] : { kind, of: once }
}

const isSame = (a: Formula, b: Formula): boolean => a === b || formulaText(a) === formulaText(b)

/** As people read it: `yes`, `no`, or a condition in Cedar's spelling. */
export const formulaText = (formula: Formula): string => {
  switch (formula.kind) {
    case 'fact':
      return formula.text
    case 'holds':
      return predicateText(formula.when)
    case 'no':
      return `!(${formulaText(formula.of)})`
    default:
      if (formula.of.length === 0) return formula.kind === 'all' ? 'yes' : 'no'
      return formula.of.map(grouped).join(formula.kind === 'all' ? ' && ' : ' || ')
  }
}

const grouped = (formula: Formula): string => {
  const isJoined =
    formula.kind === 'all' ||
    formula.kind === 'any' ||
    (formula.kind === 'holds' && (formula.when.kind === 'and' || formula.when.kind === 'or'))
  return isJoined ? `(${formulaText(formula)})` : formulaText(formula)
}

/** The formula with each path of a field put through `change`. */
export const mapFields = (formula: Formula, change: (path: readonly string[]) => readonly string[]): Formula => {
  switch (formula.kind) {
    case 'fact':
      return formula
    case 'holds':
      return {
        ...formula,
        when: mapOperands(formula.when, (operand) =>
          operand.kind === 'field' ? { ...operand, path: change(operand.path) } : operand,
        ),
      }
    case 'no':
      return { ...formula, of: mapFields(formula.of, change) }
    default:
      return { ...formula, of: formula.of.map((each) => mapFields(each, change)) }
  }
}

/** The predicate with each operand that is a field or an attribute put through `change`. */
export const mapOperands = (predicate: Predicate, change: (operand: Operand) => Operand): Predicate => {
  switch (predicate.kind) {
    case 'true':
    case 'false':
    case 'role':
      return predicate
    case 'exists':
      return mapExists(predicate, change)
    case 'and':
    case 'or':
      return { ...predicate, of: predicate.of.map((each) => mapOperands(each, change)) }
    case 'not':
      return { ...predicate, of: mapOperands(predicate.of, change) }
    case 'in':
      return { ...predicate, left: change(predicate.left), right: predicate.right.map(change) }
    case 'like':
    case 'startsWith':
    case 'isNull':
      return { ...predicate, left: change(predicate.left) }
    default:
      return { ...predicate, left: change(predicate.left), right: change(predicate.right) }
  }
}

/** Steps and fields of a set are put through `change` as fields on the way there. */
const mapExists = (predicate: ExistsPredicate, change: (operand: Operand) => Operand): Predicate => {
  const steps = [...predicate.path, ...predicate.of]
  const through = (names: readonly string[]): readonly string[] => {
    const changed = change({ kind: 'field', path: [...steps, ...names] })
    return changed.kind === 'field' ? changed.path : []
  }
  const way = through(['']).slice(0, -1)
  return {
    ...predicate,
    path: way.slice(0, -predicate.of.length),
    of: way.slice(-predicate.of.length),
    where: mapOperands(predicate.where, (operand) =>
      operand.kind === 'field'
        ? { ...operand, path: through(operand.path).slice(-operand.path.length) }
        : change(operand),
    ),
  }
}

type ExistsPredicate = Extract<Predicate, { kind: 'exists' }>
