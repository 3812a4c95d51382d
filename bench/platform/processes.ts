import { readdirSync, readFileSync } from 'node:fs'
import { statOf } from '../rest/measure.ts'

export interface Running {
  readonly processId: number
  readonly parent: number
  readonly words: readonly string[]
}

/** Every process of this machine that is still there when it is looked at. */
export const processes = (): readonly Running[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        return [{ processId: Number(name), parent: Number(statOf(Number(name))[1]), words }]
      } catch {
        return []
      }
    })

/** Those that one began, and what they began. */
export const below = (all: readonly Running[], processId: number): readonly Running[] =>
  all.filter(({ parent }) => parent === processId).flatMap((each) => [each, ...below(all, each.processId)])
