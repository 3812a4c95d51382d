import type { Lock } from '@charter/charter'

/** Names of one kind that must differ: who comes first has its own name, the next gets `_` at its end. */
export interface Scope {
  /** `id` is what `charter.lock` calls the thing: a name once given is given again. */
  take(id: string, ...preferred: readonly [string, ...string[]]): string
}

/** A scope in which `reserved` are taken. */
export const scopeOf = (reserved: readonly string[], lock?: Lock): Scope => {
  const taken = new Set(reserved)
  return {
    take: (id, ...preferred) => {
      const given = lock?.given[`graphql:${id}`]
      const name = given !== undefined && !taken.has(given) ? given : free(preferred.map(nameOf), taken)
      taken.add(name)
      return name
    },
  }
}

const free = (preferred: readonly string[], taken: ReadonlySet<string>): string => {
  const found = preferred.find((name) => !taken.has(name))
  if (found !== undefined) return found
  let name = `${preferred.at(-1) ?? ''}_`
  while (taken.has(name)) name += '_'
  return name
}

/** What GraphQL takes for a name (specification, section 2.1.9); `__` at the start is its own. */
const nameOf = (text: string): string => {
  const plain = text.replaceAll(/[^A-Za-z0-9_]+/g, '_').replace(/^_+(?=_)/, '')
  if (plain === '' || plain === '_') return 'value'
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`
}

/** Names of an enum's values: those that are names stay, the others follow in order. */
export const valueNames = (values: readonly string[]): Readonly<Record<string, string>> => {
  const isName = (value: string) => /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/.test(value) && !literals.includes(value)
  const scope = scopeOf([...literals, ...values.filter(isName)])
  return Object.fromEntries(values.map((value) => [isName(value) ? value : scope.take('', value), value]))
}

/** Names that an enum value may not have (specification, section 3.9). */
export const literals: readonly string[] = ['true', 'false', 'null']

/** `name` is `Name`. */
export const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
/** `DNSEntry` is `dnsEntry`. */
export const lowerFirst = (name: string): string =>
  name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+/, (start) => start.toLowerCase())

/** `lab-results` is `labResults`. */
export const camelCase = (slug: string): string =>
  slug.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
