import type { Listeners } from './listeners.ts'

/**
 * Sockets that listen already, as numbers of files, by what is served on them: `http`, or a style with a listener of its own. Whoever
 * started the process opened them, and may go on holding them while one process takes the place of another.
 */
export type HandedSockets = Readonly<Record<string, readonly number[]>>

type Environment = Readonly<Record<string, string | undefined>>

/** SD_LISTEN_FDS_START of sd_listen_fds(3). */
const firstNumber = 3
const socketsMax = 16

/**
 * What sd_listen_fds(3) of systemd says of `LISTEN_FDS`, `LISTEN_FDNAMES` and `LISTEN_PID`: `LISTEN_FDS` sockets from file 3 on, for the
 * process `LISTEN_PID` (any, where it is left out). A name that is no style's is that of HTTP.
 */
export const handedSockets = (env: Environment, listeners: Listeners, pid = process.pid): HandedSockets => {
  const count = countIn(env)
  if (Number.isNaN(count) || (env.LISTEN_PID && env.LISTEN_PID !== String(pid))) return {}
  const names = (env.LISTEN_FDNAMES ?? '').split(':')
  const handed: Record<string, number[]> = {}
  for (let at = 0; at < count; at++) {
    const name = names[at] ?? ''
    const served = Object.hasOwn(listeners, name) ? name : 'http'
    handed[served] = [...(handed[served] ?? []), firstNumber + at]
  }
  return handed
}

/** A sentence where `LISTEN_FDS` counts nothing. */
export const handedMistakes = (env: Environment): readonly string[] =>
  Number.isNaN(countIn(env)) ? [`LISTEN_FDS must be a number from 0 to ${socketsMax}.`] : []

const countIn = ({ LISTEN_FDS: text }: Environment): number => {
  if (text === undefined || text === '') return 0
  return /^\d{1,2}$/.test(text) && Number(text) <= socketsMax ? Number(text) : Number.NaN
}
