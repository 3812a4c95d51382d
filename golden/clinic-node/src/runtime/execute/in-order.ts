/**
 * What was asked of a store at once, which may then be one round trip. Of several failures the first in order is thrown, as if each had
 * waited for the one before.
 */
export const inOrder = async <const Asked extends readonly Promise<unknown>[]>(
  asked: Asked,
): Promise<{ readonly [At in keyof Asked]: Awaited<Asked[At]> }> => {
  for (const each of await Promise.allSettled(asked)) if (each.status === 'rejected') throw each.reason
  return Promise.all(asked)
}
