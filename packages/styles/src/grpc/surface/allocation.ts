import type { Lock } from '@charter/charter'

/**
 * What was given once stays: numbers of members and values that the lock's own sections do not number, and names that
 * more than one thing wanted. Kept in the lock under `given`, with `grpc:` before them.
 */
export interface Allocation {
  /** Numbers from 1 for the names of one place (a record, an enum), and those that stand for names no longer there. */
  numbers(place: string, names: readonly string[]): Numbers
  /** The wanted spelling, or with a number after it, so that nothing it claims was claimed before. */
  name(place: string, wanted: string, claims: (spelling: string) => readonly string[]): string
  /** Everything given so far, for the lock. */
  readonly given: Readonly<Record<string, string>>
}

export interface Numbers {
  of(name: string): number
  readonly dropped: readonly { readonly name: string; readonly number: number }[]
}

export const allocationOf = (lock: Pick<Lock, 'given'>): Allocation => {
  const given: Record<string, string> = Object.fromEntries(
    Object.entries(lock.given).filter(([key]) => key.startsWith('grpc:')),
  )
  // By place, so that one is not looked for among all others.
  const numberedIn = Map.groupBy(Object.entries(given), ([key]) => key.slice(0, key.indexOf('=') + 1))
  const claimed = new Set<string>()
  // Whoever has a name already has it before all newcomers; their claims are made when they come.
  const held = new Map(Object.entries(given).flatMap(([key, name]) => (key.startsWith(named) ? [[name, key]] : [])))
  return {
    given,
    numbers: (place, names) => {
      const prefix = `${numbered}${place}=`
      const known = numberedIn.get(prefix) ?? []
      let last = Math.max(0, ...known.map(([, number]) => Number(number)))
      const added = names.filter((name) => given[prefix + name] === undefined)
      const entries = added.map((name): [string, string] => [prefix + name, String(++last)])
      Object.assign(given, Object.fromEntries(entries))
      numberedIn.set(prefix, [...known, ...entries])
      return {
        of: (name) => wireNumber(Number(given[prefix + name])),
        dropped: known
          .map(([key, number]) => ({ name: key.slice(prefix.length), number: wireNumber(Number(number)) }))
          .filter(({ name }) => !names.includes(name)),
      }
    },
    name: (place, wanted, claims) => {
      const key = named + place
      const isFree = (spelling: string) =>
        claims(spelling).every((claim) => !claimed.has(claim) && (held.get(claim) ?? key) === key)
      let spelling = given[key] ?? wanted
      for (let number = 2; given[key] === undefined && !isFree(spelling); number++) spelling = `${wanted}${number}`
      for (const claim of claims(spelling)) claimed.add(claim)
      given[key] = spelling
      return spelling
    },
  }
}

const numbered = 'grpc:number:'
const named = 'grpc:name:'

/** protobuf keeps 19000 to 19999 for itself. */
const wireNumber = (number: number): number => (number < 19_000 ? number : number + 1000)

/** Fields of a row and its relations are numbered apart in the lock; in a message they share one row of numbers. */
export const fieldNumber = (number: number): number => (number < 1000 ? number : number + 20_000)
export const relationNumber = (number: number): number => (number < 1000 ? number + 1000 : number + 10_000_000)
