import type { Entity, FormerName } from './charter.ts'
import type { LockedEntity } from './lock.ts'

/** What an entity was called until now, oldest first; undefined where it was always called so. */
export const formerNames = (
  {
    name,
    key,
    fields,
  }: Pick<Entity, 'name' | 'key'> & { readonly fields: readonly Pick<Entity['fields'][number], 'id' | 'name'>[] },
  before: LockedEntity | undefined,
): readonly FormerName[] | undefined => {
  if (!before) return undefined
  const idOf = (field: string) => fields.find((each) => each.name === field)?.id ?? ''
  const last = { name: before.name, key: key.map((field) => before.fields[idOf(field)]?.name ?? field) }
  const known = before.formerly ?? []
  const isSame = (other: FormerName) => other.name === last.name && other.key.join() === last.key.join()
  const isNow = isSame({ name, key })
  const all = isNow || known.some(isSame) ? known : [...known, last]
  return all.length > 0 ? all : undefined
}
