import { type Grant, linesOf, noGrant } from './outline.ts'

/** Puts some actions of a role under one condition more, wherever they stand; what is allowed beside them stays as it is. */
export const limitActions = (grant: Grant, actions: readonly string[], condition: string): void => {
  for (const line of linesOf(grant)) limitLine(grant, line, { actions, condition })
}

/** As `limitActions`, of one line of them. */
export const limitLine = (
  grant: Grant,
  line: Grant,
  { actions, condition }: { readonly actions: readonly string[]; readonly condition: string },
): void => {
  const limited = actions.filter((action) => line.actions.has(action))
  if (limited.length === 0) return
  for (const action of limited) line.actions.delete(action)
  const kept = line.actions.size === 0 ? line : noGrant()
  if (kept !== line) grant.more.push(kept)
  kept.when = line.when === undefined ? condition : bothOf(line.when, condition)
  for (const action of limited) kept.actions.add(action)
  for (const each of line.reveal) kept.reveal.add(each)
}

/** `one && other`, where either may have alternatives. */
export const bothOf = (one: string, other: string): string => [one, other].map(grouped).join(' && ')

const grouped = (when: string): string => (when.includes(' || ') ? `(${when})` : when)
