import { pluralNoun } from './english/number.ts'

/** `LabResult` → `lab-result`. */
export const kebabOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replaceAll('_', '-')
    .replace(/-+/g, '-')
    .replace(/-$/, '')
    .toLowerCase()

/** An English plural in kebab case for paths and collections; `plural:` says another. */
export const pluralOf = (name: string): string => pluralNoun(kebabOf(name))

/** The plural that a name had before its lock kept one: no path of a charter that has a lock changes by itself. */
export const pluralBeforeLocked = (name: string): string => {
  const singular = kebabOf(name)
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`
  if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`
  return `${singular}s`
}
