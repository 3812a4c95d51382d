import type { LockedName } from './lock.ts'

type Before = Readonly<Record<string, LockedName>>

/**
 * A stable id: the one the lock has for this name (or for the name it had, `was`), else the qualified first name. A
 * name that an id was once given for and dropped never gets that id back: it is another thing.
 */
export const identify = (
  thing: { readonly name: string; readonly was?: string | undefined },
  before: Before,
  prefix = '',
): string => {
  const known = liveId(thing.name, before) ?? (thing.was === undefined ? undefined : liveId(thing.was, before))
  return known ?? fresh(`${prefix}${thing.was ?? thing.name}`, before)
}

const liveId = (name: string, before: Before): string | undefined =>
  Object.entries(before).find(([, locked]) => locked.name === name && !locked.isDropped)?.[0]

const fresh = (first: string, before: Before): string => {
  let id = first
  for (let count = 2; Object.hasOwn(before, id); count++) id = `${first}~${count}`
  return id
}
