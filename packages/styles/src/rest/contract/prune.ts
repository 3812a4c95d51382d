import type { Schema } from './json.ts'

/** The document without components that nothing refers to: a reader's time, and a warning of every linter. */
export const prune = (document: Schema): Schema => {
  const { components, ...rest } = document as { readonly components: Readonly<Record<string, Schema>> } & Schema
  const used = new Set<string>()
  const follow = (node: unknown): void => {
    for (const reference of referencesIn(node)) {
      if (used.has(reference)) continue
      used.add(reference)
      const [, , section = '', name = ''] = reference.split('/')
      follow(components[section]?.[name])
    }
  }
  follow(rest)
  const kept = Object.entries(components).map(([section, members]) => [
    section,
    Object.fromEntries(
      Object.entries(members).filter(
        ([name]) => section === 'securitySchemes' || used.has(`#/components/${section}/${name}`),
      ),
    ),
  ])
  return {
    ...rest,
    components: Object.fromEntries(kept.filter(([, members]) => Object.keys(members ?? {}).length > 0)),
  }
}

const referencesIn = (node: unknown): readonly string[] => {
  if (Array.isArray(node)) return node.flatMap(referencesIn)
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) =>
    name === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  )
}
