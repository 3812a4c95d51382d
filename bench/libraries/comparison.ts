/** One operation, done twice. */
export interface Comparison {
  readonly name: string
  readonly by: { readonly ours: string; readonly library: string }
  readonly ours: () => unknown
  readonly library: () => unknown
}

/** Throws where ours and a library's are not the same. */
export const requireSame = (name: string, ours: unknown, library: unknown): void => {
  if (JSON.stringify(ours) !== JSON.stringify(library))
    throw new Error(`${name}: ${JSON.stringify(ours)} is not ${JSON.stringify(library)}`)
}
