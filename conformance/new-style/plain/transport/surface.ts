import type { Type } from '@charter/runtime'

/** What the style calls the parts of a charter: an address for each entity with a key of one field. */
export interface PlainSurface {
  /** Between a field's name and its value. */
  readonly separator: string
  readonly entities: readonly PlainEntity[]
}

export interface PlainEntity {
  /** `/plain/Book`; a row's key comes after it. */
  readonly path: string
  readonly entity: string
  readonly key: { readonly name: string; readonly type: Type }
}
