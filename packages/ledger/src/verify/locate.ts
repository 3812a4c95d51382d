import type { Hash } from '../merkle/hash.ts'

/** Which entry differs from what was signed, and how. */
export interface Difference {
  readonly index: number
  readonly sentence: string
}

/**
 * Compares the leaves that are there with those that were signed for, from entry `first` on. A removed or inserted entry
 * is followed through to the next difference.
 */
export const differences = (first: number, signed: readonly Hash[], found: readonly Hash[]): readonly Difference[] => {
  const faults: Difference[] = []
  let at = 0
  let there = 0
  while ((at < signed.length || there < found.length) && faults.length < differencesMax) {
    const index = first + at
    if (signed[at] === found[there]) {
      at++
      there++
    } else if (
      there === found.length ||
      (signed[at + 1] !== undefined && signed[at + 1] === found[there] && signed[at] !== found[there + 1])
    ) {
      faults.push({ index, sentence: `Entry ${index} was removed.` })
      at++
    } else if (at === signed.length || (found[there + 1] === signed[at] && signed[at + 1] !== found[there])) {
      faults.push({ index, sentence: `An entry was inserted before entry ${index}.` })
      there++
    } else {
      const elsewhere = signed.indexOf(found[there] ?? '')
      faults.push({
        index,
        sentence:
          elsewhere < 0
            ? `Entry ${index} was altered.`
            : `In the place of entry ${index} stands entry ${first + elsewhere}.`,
      })
      at++
      there++
    }
  }
  return faults
}

const differencesMax = 100
