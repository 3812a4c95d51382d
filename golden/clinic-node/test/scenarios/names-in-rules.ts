import type { ServiceModel } from '../../src/runtime/index.ts'

const known = new WeakMap<ServiceModel, ReadonlySet<string>>()

/** Names of fields and relations that some rule's condition reads; looked for once, as there may be thousands of rules. */
export const namesInRules = (model: ServiceModel): ReadonlySet<string> => {
  const names = known.get(model) ?? new Set(model.access.rules.flatMap(({ when }) => namesIn(when)))
  known.set(model, names)
  return names
}

/** Names that a condition reads, however it is put together. */
export const namesIn = (condition: unknown): readonly string[] => {
  if (typeof condition !== 'object' || condition === null) return []
  const own = 'path' in condition && Array.isArray(condition.path) ? condition.path.map(String) : []
  return [...own, ...Object.values(condition).flatMap(namesIn)]
}
