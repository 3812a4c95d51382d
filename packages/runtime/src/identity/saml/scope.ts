/** Namespaces that are in scope for an element: what it declares, and what its parent has. Nothing is copied. */
export interface Scope {
  /** By prefix (`''`: the default one). */
  readonly declared: ReadonlyMap<string, string>
  readonly outer: Scope | null
}

/** The namespace of a prefix; undefined where none is declared. As much work as elements stand around it. */
export const namespaceIn = (scope: Scope, prefix: string): string | undefined => {
  for (let at: Scope | null = scope; at; at = at.outer) {
    const found = at.declared.get(prefix)
    if (found !== undefined) return found
  }
  return undefined
}
