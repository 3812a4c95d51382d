import { type Kind, kinds } from './description.ts'

/** Found and meant, found and not meant, meant and not found. */
export interface Tally {
  hits: number
  extra: number
  missed: number
}

export type Tallies = Readonly<Record<Kind, Tally>>

export const noTallies = (): Tallies =>
  Object.fromEntries(kinds.map((kind) => [kind, { hits: 0, extra: 0, missed: 0 }])) as Record<Kind, Tally>

export const sumOf = (all: readonly Tallies[]): Tallies => {
  const total = noTallies()
  for (const tallies of all)
    for (const kind of kinds) {
      total[kind].hits += tallies[kind].hits
      total[kind].extra += tallies[kind].extra
      total[kind].missed += tallies[kind].missed
    }
  return total
}

export interface Measure {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/** Nothing found is precise, and nothing meant is found in full. */
export const measureOf = ({ hits, extra, missed }: Tally): Measure => {
  const precision = hits + extra > 0 ? hits / (hits + extra) : 1
  const recall = hits + missed > 0 ? hits / (hits + missed) : 1
  return { precision, recall, f1: precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0 }
}
