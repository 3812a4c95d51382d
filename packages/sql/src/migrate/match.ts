/** The same things before and after. */
export interface Matched<Thing> {
  readonly pairs: readonly (readonly [Thing, Thing])[]
  readonly removed: readonly Thing[]
  readonly added: readonly Thing[]
}

interface Named {
  readonly id: string
  readonly name: string
  readonly schema?: string
}

/** By id, then by name: where the lock was lost, a thing has another id and is the same all the same. */
export const matchById = <Thing extends Named>(before: readonly Thing[], after: readonly Thing[]): Matched<Thing> =>
  match(before, after, [sameId, sameName])

/** By name, then by id: what is there, and what it may be renamed from. */
export const matchByName = <Thing extends Named>(before: readonly Thing[], after: readonly Thing[]): Matched<Thing> =>
  match(before, after, [sameName, sameId])

type Same = (before: Named, after: Named) => boolean

const sameId: Same = (before, after) => before.id === after.id
const sameName: Same = (before, after) => before.name === after.name && before.schema === after.schema

const match = <Thing extends Named>(
  before: readonly Thing[],
  after: readonly Thing[],
  rules: readonly Same[],
): Matched<Thing> => {
  const found = new Map<Thing, Thing>()
  for (const isSame of rules)
    for (const each of after) {
      if (found.has(each)) continue
      const known = before.find((one) => isSame(one, each) && ![...found.values()].includes(one))
      if (known) found.set(each, known)
    }
  const kept = new Set(found.values())
  return {
    pairs: after.flatMap((each) => {
      const known = found.get(each)
      return known ? [[known, each] as const] : []
    }),
    removed: before.filter((each) => !kept.has(each)),
    added: after.filter((each) => !found.has(each)),
  }
}
