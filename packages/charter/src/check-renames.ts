import type { Place } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import { atEntity } from './check-names.ts'
import type { LockedName } from './lock.ts'
import { nearest } from './near.ts'

/** Asks when something of the lock is gone and something new looks like it. */
export const checkRenames: CharterCheck = (charter, reporter, { lock }) => {
  if (!lock) return
  compare({ things: charter.entities, before: lock.entities, prefix: '', path: 'entities' }, reporter)
  for (const entity of charter.entities) {
    const before = lock.entities[entity.id]
    if (!before) continue
    const path = `${atEntity(entity).path}.fields`
    const fields = entity.fields.filter((field) => field.impliedBy === undefined)
    const implied = new Set(entity.fields.filter((field) => field.impliedBy !== undefined).map((field) => field.id))
    const locked = Object.entries(before.fields).filter(([id]) => !implied.has(id))
    compare({ things: fields, before: Object.fromEntries(locked), prefix: `${entity.name}.`, path }, reporter)
  }
}

interface RenameCheck {
  readonly things: readonly { readonly id: string; readonly name: string; readonly place: Place }[]
  readonly before: Readonly<Record<string, LockedName>>
  readonly prefix: string
  readonly path: string
}

const compare = ({ things, before, prefix, path }: RenameCheck, { report }: CharterReporter): void => {
  const ids = new Set(things.map((thing) => thing.id))
  const gone = Object.entries(before).filter(([id, locked]) => !ids.has(id) && !locked.isDropped)
  const come = things.filter((thing) => !Object.hasOwn(before, thing.id))
  for (const [, { name }] of gone) {
    const isOnlyPair = gone.length === 1 && come.length === 1
    const near = isOnlyPair
      ? come[0]?.name
      : nearest(
          name,
          come.map((thing) => thing.name),
        )
    const thing = come.find((each) => each.name === near)
    if (thing)
      report(
        'rename-or-drop',
        { place: thing.place, path: `${path}.${thing.name}` },
        { gone: `${prefix}${name}`, come: `${prefix}${thing.name}` },
      )
  }
}
