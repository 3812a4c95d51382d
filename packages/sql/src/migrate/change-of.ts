import type { StoredValue } from '../structure.ts'
import type { MigrationDialect } from './dialect.ts'

/** Kinds of values, and the kinds whose every value they are too, stored the same. */
export type WiderKinds = ReadonlyMap<StoredValue['kind'], readonly StoredValue['kind'][]>

/** `MigrationDialect.changeOf`. `widened`: in place, and a service that knows the narrower type reads and writes on. */
export const changeOfKinds =
  (wider: WiderKinds): MigrationDialect['changeOf'] =>
  ({ value: from }, { value: to }) => {
    if (from.kind === 'decimal' && to.kind === 'decimal') {
      if (from.scale !== to.scale || (from.precision ?? 0) > (to.precision ?? 0)) return 'converted'
      return from.precision === to.precision ? 'none' : 'widened'
    }
    if (from.kind === to.kind) return 'none'
    return wider.get(from.kind)?.includes(to.kind) ? 'widened' : 'converted'
  }

/** Whether a value of one kind is cast to another without a word being lost, or the statement fails. */
export const castsAmong =
  (casts: WiderKinds) =>
  ({ kind: from }: StoredValue, { kind: to }: StoredValue): boolean =>
    casts.get(from)?.includes(to) ?? false
