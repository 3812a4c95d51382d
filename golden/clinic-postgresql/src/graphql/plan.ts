import type { StreamPlan } from './changes.ts'
import type { RootPlan } from './document-run.ts'

/** What an operation of a document does. */
export type Plan = {
  /** How many fields it was made of. */
  readonly fields: number
} & (
  | { readonly kind: 'query' | 'mutation'; readonly roots: readonly RootPlan[]; readonly reflects: boolean }
  | { readonly kind: 'subscription'; readonly stream: StreamPlan; readonly typeName: string }
)
