import type { FilterOperator } from './predicate.ts'
import type { Type } from './type.ts'

const ordered: readonly FilterOperator[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isNull']
const equal: readonly FilterOperator[] = ['eq', 'ne', 'in', 'isNull']
const textual: readonly FilterOperator[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'like', 'startsWith', 'isNull']

/** Which filters a type allows (docs/semantics.md, Filters). */
export const filterOperators = (type: Type): readonly FilterOperator[] => {
  switch (type.kind) {
    case 'text':
      return textual
    case 'int32':
    case 'int64':
    case 'decimal':
    case 'float64':
    case 'date':
    case 'time':
    case 'dateTime':
    case 'instant':
      return ordered
    case 'uuid':
    case 'enum':
    case 'boolean':
      return equal
    default:
      return ['isNull']
  }
}

/** Whether values of the type have an order that `sort` can ask for. */
export const isSortableType = (type: Type): boolean => filterOperators(type).includes('eq')
