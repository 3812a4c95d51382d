import type { LockedName } from '@charter/charter'
import type { Desk } from '../desk.ts'
import { isMembers } from '../flow-text.ts'

/**
 * Says what something was called, so that its id, its rows and its clients are followed. What the lock does not know yet
 * keeps the `was` of its first rename; back to the old name, none is needed.
 */
export const markWas = (
  desk: Desk,
  path: readonly string[],
  from: string,
  locked: Readonly<Record<string, LockedName>> | undefined,
): void => {
  const value = desk.sheet.value(path)
  const before = isMembers(value) && typeof value.was === 'string' ? value.was : undefined
  const isLocked = Object.values(locked ?? {}).some(({ name, isDropped }) => name === from && !isDropped)
  const was = isLocked || before === undefined ? from : before
  if (was === path.at(-1)) desk.sheet.remove([...path, 'was'])
  else if (isMembers(value)) desk.sheet.set([...path, 'was'], was)
  else if (typeof value === 'string') desk.sheet.set(path, { type: value, was })
}
