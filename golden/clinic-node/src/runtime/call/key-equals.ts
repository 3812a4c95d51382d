import type { JsonObject } from '../values/json.ts'
import type { EntityModel } from './model.ts'
import type { Predicate } from './predicate.ts'

/** What holds of the one row with this key. */
export const keyEquals = ({ key, fields }: EntityModel, of: JsonObject): readonly Predicate[] =>
  key.map((name) => ({
    kind: 'compare',
    op: 'eq',
    left: { kind: 'field', path: [name] },
    right: {
      kind: 'value',
      value: of[name] ?? null,
      type: fields.find((field) => field.name === name)?.type ?? { kind: 'text' },
    },
  }))
