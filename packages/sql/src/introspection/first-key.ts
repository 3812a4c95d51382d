/**
 * The columns that identify a row: the first set of the first group that has one of usable columns alone, of a group the smallest.
 * Empty: nothing does.
 */
export const firstKey = (
  groups: readonly (readonly (readonly string[])[])[],
  isUsable: (column: string) => boolean,
): readonly string[] =>
  groups
    .flatMap((sets) => [...sets].sort((a, b) => a.length - b.length))
    .find((columns) => columns.length > 0 && columns.every(isUsable)) ?? []
