import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10

/** User and system time of a process, all its threads, ms (proc(5), fields 14 and 15). */
export const cpuMs = (processId: number): number => {
  const fields = fieldsOf(processId)
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

/** Resident memory of a process, MB. */
export const residentMb = (processId: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

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
        return [{ processId: Number(name), parent: Number(fieldsOf(Number(name))[1]), words }]
      } catch {
        return []
      }
    })

/** Those that one began, and what they began. */
export const below = (all: readonly Running[], processId: number): readonly Running[] =>
  all.filter(({ parent }) => parent === processId).flatMap((each) => [each, ...below(all, each.processId)])

/** From the third field on: what is before may hold blanks. */
const fieldsOf = (processId: number): readonly string[] =>
  readFileSync(`/proc/${processId}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
