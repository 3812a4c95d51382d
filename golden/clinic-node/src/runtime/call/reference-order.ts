interface EntityReferences {
  readonly name: string
  readonly relations: readonly {
    readonly kind: 'one' | 'many'
    readonly target: string
    readonly isOptional: boolean
  }[]
}

/**
 * Names of entities so that every reference points backwards, as far as references allow: in a circle, those that a row must have
 * before those that it may have.
 */
export const referenceOrder = ({ entities }: { readonly entities: readonly EntityReferences[] }): readonly string[] => {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  const referencesOf = (name: string) =>
    (byName.get(name)?.relations ?? []).filter(({ kind, target }) => kind === 'one' && byName.has(target))
  const ordered = new Set<string>()
  const path = new Set<string>()
  /** Whether rows of `name` need rows of what is still being ordered. */
  const needsPath = (name: string, seen: Set<string>): boolean =>
    referencesOf(name).some(({ target, isOptional }) => {
      if (isOptional || ordered.has(target) || seen.has(target)) return false
      return path.has(target) || needsPath(target, seen.add(target))
    })
  const visit = (name: string): void => {
    if (ordered.has(name) || path.has(name)) return
    path.add(name)
    for (const { target, isOptional } of referencesOf(name))
      if (!isOptional || !needsPath(target, new Set([target]))) visit(target)
    path.delete(name)
    ordered.add(name)
  }
  for (const { name } of entities) visit(name)
  return [...ordered]
}

/** Whether rows of an entity come to be before those of another, by the order above. Each place is looked up once for a model. */
export const comesBefore = (model: {
  readonly entities: readonly EntityReferences[]
}): ((one: string, other: string) => boolean) => {
  const places = new Map(referenceOrder(model).map((name, place) => [name, place]))
  return (one, other) => (places.get(one) ?? -1) < (places.get(other) ?? -1)
}
