import type { Type as CedarType } from '@cedar-policy/cedar-wasm/nodejs'
import { type Charter, resolved } from '@charter/charter'
import type { Type } from '@charter/runtime'

/** What a type stands for, named or not, and what its items do. */
export const meantBy = (charter: Charter, type: Type): Type => {
  const meant = resolved(charter, type)
  return meant.kind === 'array' ? { ...meant, items: resolved(charter, meant.items) } : meant
}

/** Cedar's counterpart of a type, or null: a binary float has no exact one, and records are not compared. */
export const cedarValueType = (type: Type): CedarType<string> | null => {
  switch (type.kind) {
    case 'boolean':
      return { type: 'Boolean' }
    case 'int32':
      return { type: 'Long' }
    case 'int64':
      return { type: type.isNumber ? 'Long' : 'String' }
    case 'instant':
    case 'date':
      return { type: 'Extension', name: 'datetime' }
    case 'array': {
      const element = cedarValueType(type.items)
      return element && element.type !== 'Set' ? { type: 'Set', element } : null
    }
    case 'float64':
    case 'json':
    case 'vector':
    case 'record':
    case 'union':
    case 'map':
    case 'named':
      return null
    default:
      return { type: 'String' }
  }
}
