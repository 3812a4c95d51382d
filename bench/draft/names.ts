import type { DescribedEntity, DescribedField, DescribedOperation, Named } from './description.ts'

/** Names of one thing, each as its words in small letters run together, the last one singular: `OrderLines`, `order_line`. */
export type Names = ReadonlySet<string>

export const normalised = (name: string): string => wordsOf(name).join('')

export const namesOf = ({ name, aliases = [] }: Named): Names => new Set([name, ...aliases].map(normalised))

/** Whether two things have a name in common. */
export const agree = (one: Names, other: Names): boolean => [...one].some((name) => other.has(name))

/** A field may carry its entity's name (`patientName`), and `is` or `has` before it. */
export const fieldNames = (field: DescribedField, entity: Named): Names => {
  const owner = normalised(entity.name)
  const names = [...namesOf(field)].flatMap((name) => [
    name,
    ...(name.startsWith(owner) ? [name.slice(owner.length)] : []),
    name.replace(/^(?:is|has)/, ''),
  ])
  return new Set(names.filter((name) => name !== ''))
}

/** An operation may carry its entity's name before or behind it (`cancelOrder`). */
export const operationNames = (operation: DescribedOperation, entities: readonly DescribedEntity[]): Names => {
  const own = namesOf(operation)
  const owner = entityNamed(entities, operation.on)
  const owners = owner ? [...namesOf(owner)] : []
  const short = [...own].flatMap((name) =>
    owners.flatMap((each) => [
      ...(name.startsWith(each) ? [name.slice(each.length)] : []),
      ...(name.endsWith(each) ? [name.slice(0, -each.length)] : []),
    ]),
  )
  return new Set([...own, ...short.filter((name) => name !== '')])
}

export const entityNamed = (
  entities: readonly DescribedEntity[],
  name: string | undefined,
): DescribedEntity | undefined => {
  const wanted = normalised(name ?? '')
  return entities.find((each) => namesOf(each).has(wanted))
}

/** Words of a name in small letters; the last one singular. */
export const wordsOf = (name: string): readonly string[] => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  return words.map((word, at) => (at === words.length - 1 ? singular(word) : word))
}

const irregular = new Map(
  Object.entries({
    people: 'person',
    children: 'child',
    staff: 'staff',
    data: 'data',
    series: 'series',
    status: 'status',
    address: 'address',
    analyses: 'analysis',
    diagnoses: 'diagnosis',
    criteria: 'criterion',
    media: 'media',
  }),
)

const singular = (word: string): string => {
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/(?:ches|shes|xes|sses|zes)$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && word.length > 3 ? word.slice(0, -1) : word
}
