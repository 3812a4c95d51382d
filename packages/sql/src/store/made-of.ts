import type { SqlEntity } from './entity.ts'

/**
 * What is made of an object that plans hold, for an entity: once, and for as long as the plan is kept. Whoever asks of another entity,
 * as of another store over the same charter, has it made anew.
 */
export const madeOf = <Of extends object, Made, More extends readonly unknown[] = []>(
  make: (entity: SqlEntity, of: Of, ...more: More) => Made,
): ((entity: SqlEntity, of: Of, ...more: More) => Made) => {
  const kept = new WeakMap<Of, { readonly entity: SqlEntity; readonly made: Made }>()
  return (entity, of, ...more) => {
    const known = kept.get(of)
    if (known?.entity === entity) return known.made
    const made = make(entity, of, ...more)
    kept.set(of, { entity, made })
    return made
  }
}
