import { reference, type Schema } from './json.ts'

type Form = 'Page' | 'Create' | 'Replace' | 'Patch'

/** Of a form of an entity. The point, which no name of a charter has, keeps it apart from rows and types until names are settled. */
export const formName = (entity: string, form: Form): string => `${entity}.${form}`

/** Of what is no entity's, likewise. */
export const commonName = (name: string): string => `.${name}`

export const common = (name: string): Schema => reference('schemas', commonName(name))

/** Names in the document, by those with points. Rows and types are called as they are in the charter; who would be a twin of one gets a number. */
export const settledNames = (names: readonly string[]): ReadonlyMap<string, string> => {
  const settled = new Map(names.filter((name) => !name.includes('.')).map((name) => [name, name]))
  const taken = new Set(settled.keys())
  for (const name of names) {
    if (settled.has(name)) continue
    const wanted = name.replace('.', '')
    let own = wanted
    for (let twin = 2; taken.has(own); twin++) own = `${wanted}${twin}`
    taken.add(own)
    settled.set(name, own)
  }
  return settled
}

/** Members by their settled names. */
export const renamed = (members: Schema, names: ReadonlyMap<string, string>): Schema =>
  Object.fromEntries(Object.entries(members).map(([name, of]) => [names.get(name) ?? name, of]))

/** What is given, with references to the settled names. */
export const redirected = (node: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(node)) return node.map((each) => redirected(each, names))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([member, value]) => [
      member,
      member === '$ref' && typeof value === 'string'
        ? value.replace(/[^/]+$/, (name) => names.get(name) ?? name)
        : redirected(value, names),
    ]),
  )
}
