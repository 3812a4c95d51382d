/**
 * What was asked of a store at once, which may then be one round trip. Of several failures the first in order is thrown. A
 * database that goes on after a failure does what is behind it all the same: so ask only for what may be done whatever became of that.
 */
export const inOrder = async <const Asked extends readonly Promise<unknown>[]>(
  asked: Asked,
): Promise<{ readonly [At in keyof Asked]: Awaited<Asked[At]> }> => {
  for (const each of await Promise.allSettled(asked)) if (each.status === 'rejected') throw each.reason
  return Promise.all(asked)
}
