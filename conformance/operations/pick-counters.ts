import type { OperationBody } from '@charter/runtime/service'

/** The counters of the numbers given, in their order; those that are not there are left out. */
export const pickCounters: OperationBody = async ({ value }, { rows }) => {
  const found = []
  for (const number of value.numbers as readonly number[]) found.push(await rows.read('Counter', { number }))
  return found.filter((row) => row !== null)
}
