/** What a text describes: as a reference has it (`requests/README.md`), or as a draft found it. */
export interface Description {
  readonly entities: readonly DescribedEntity[]
  readonly relations?: readonly DescribedRelation[]
  readonly roles?: readonly Named[]
  readonly access?: readonly DescribedAccess[]
  readonly operations?: readonly DescribedOperation[]
}

export interface Named {
  readonly name: string
  readonly aliases?: readonly string[]
}

/** What is not quoted counts neither for nor against a draft. */
export interface Quotable {
  readonly quoted?: boolean
}

export interface DescribedEntity extends Named, Quotable {
  readonly fields?: readonly DescribedField[]
}

export interface DescribedField extends Named, Quotable {
  readonly type?: string
}

export interface DescribedRelation extends Quotable {
  readonly from: string
  readonly to: string
  readonly kind: string
}

export interface DescribedAccess {
  readonly role: string
  readonly do?: readonly string[]
  readonly on: string
}

export interface DescribedOperation extends Named {
  readonly on?: string
}

export const kinds = ['entities', 'fields', 'types', 'relations', 'roles', 'access', 'operations'] as const
export type Kind = (typeof kinds)[number]

/** A text with what it describes. `scored`: the kinds of things that its reference speaks of. */
export interface Request {
  readonly id: string
  readonly words: string
  readonly reference: Description
  readonly scored: readonly Kind[]
}
