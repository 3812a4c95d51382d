import { type EntityModel, type InputMode, isNeeded, type Member, type Type, writtenFields } from '@charter/runtime'

/**
 * What a contract shows of a type: the charter's own type without the bounds that the contract has no words for. A vector is a list of
 * floats; what a named type is stands apart.
 */
export type VisibleType =
  | {
      readonly kind: 'text'
      readonly lengthMin?: number | undefined
      readonly lengthMax?: number | undefined
      readonly pattern?: string | undefined
      readonly format?: string | undefined
    }
  | {
      readonly kind: 'int32' | 'int64' | 'float64'
      readonly min?: string | undefined
      readonly max?: string | undefined
    }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'boolean' | 'date' | 'time' | 'dateTime' | 'instant' | 'duration' | 'uuid' | 'json' | 'null' }
  | { readonly kind: 'bytes'; readonly lengthMax?: number | undefined }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | {
      readonly kind: 'array'
      readonly items: VisibleType
      readonly lengthMin?: number | undefined
      readonly lengthMax?: number | undefined
    }
  | { readonly kind: 'map'; readonly values: VisibleType; readonly lengthMax?: number | undefined }
  | { readonly kind: 'record'; readonly members: VisibleMembers }
  | { readonly kind: 'union'; readonly tag: string; readonly variants: Readonly<Record<string, VisibleMembers>> }
  | { readonly kind: 'named'; readonly name: string }

export interface VisibleMember {
  readonly type: VisibleType
  readonly isNullable: boolean
  readonly isRequired: boolean
}

export type VisibleMembers = Readonly<Record<string, VisibleMember>>

/** Members without those that are undefined. */
export const compact = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value

/** How a contract's own words for numbers and bytes round what the charter says. */
export interface Visibility {
  /** Of decimals, big integers, dates and instants too, which JSON carries as text, and so bounds in prose alone. */
  readonly hasEveryBound: boolean
  /** The longest value in bytes that the contract's own bound lets through. */
  readonly bytesMax: (lengthMax: number) => number
}

export const visibleType = (type: Type, visibility: Visibility): VisibleType => {
  const inner = (of: Type) => visibleType(of, visibility)
  switch (type.kind) {
    case 'text':
      return compact({
        kind: 'text',
        lengthMin: type.lengthMin,
        lengthMax: type.lengthMax,
        pattern: type.pattern,
        format: type.format,
      })
    case 'int32':
    case 'float64':
      return compact({ kind: type.kind, min: textOf(type.min), max: textOf(type.max) })
    case 'int64':
      return type.isNumber || visibility.hasEveryBound
        ? compact({ kind: 'int64', min: type.min, max: type.max })
        : { kind: 'int64' }
    case 'decimal':
      return { kind: 'decimal', precision: type.precision, scale: type.scale }
    case 'bytes':
      return compact({
        kind: 'bytes',
        lengthMax: type.lengthMax === undefined ? undefined : visibility.bytesMax(type.lengthMax),
      })
    case 'enum':
      return { kind: 'enum', values: type.values }
    case 'array':
      return compact({
        kind: 'array',
        items: inner(type.items),
        lengthMin: type.lengthMin || undefined,
        lengthMax: type.lengthMax,
      })
    case 'vector':
      return compact({
        kind: 'array',
        items: { kind: 'float64' },
        lengthMin: type.size || undefined,
        lengthMax: type.size,
      })
    case 'map':
      return compact({ kind: 'map', values: inner(type.values), lengthMax: type.lengthMax })
    case 'record':
      return { kind: 'record', members: visibleMembers(type.members, visibility) }
    case 'union':
      return {
        kind: 'union',
        tag: type.tag,
        variants: Object.fromEntries(
          Object.entries(type.variants).map(([name, members]) => [name, visibleMembers(members, visibility)]),
        ),
      }
    case 'named':
      return { kind: 'named', name: type.name }
    default:
      return { kind: type.kind }
  }
}

const textOf = (bound: number | undefined): string | undefined => (bound === undefined ? undefined : String(bound))

export const visibleMembers = (members: readonly Member[], visibility: Visibility): VisibleMembers =>
  Object.fromEntries(
    members.map(({ name, type, isOptional, default: fallback }) => [
      name,
      // JSON holds null as a value: nothing more can be said of it.
      {
        type: visibleType(type, visibility),
        isNullable: isOptional && type.kind !== 'json',
        isRequired: !isOptional && !fallback,
      },
    ]),
  )

/** What may be written of an entity, and what of that must be. */
export const visibleInput = (
  entity: Pick<EntityModel, 'fields' | 'writeOnly'>,
  form: InputMode,
  visibility: Visibility,
): VisibleMembers =>
  Object.fromEntries(
    writtenFields(entity, form).flatMap((field) =>
      Object.entries(visibleMembers([field], visibility)).map(([name, member]) => [
        name,
        { ...member, isRequired: isNeeded(field, form) },
      ]),
    ),
  )
