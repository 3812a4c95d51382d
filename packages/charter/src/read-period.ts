import { durationMicros } from '@charter/runtime'
import type { Reader } from './reader.ts'
import { member, type Tree, textOf } from './tree.ts'

const units = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

const [leastMs, mostMs] = [60_000, 400 * units.day]

/** Milliseconds of `1 hour`, `3 days` or `PT90M`; undefined where nothing is said, or (reported) what is no time from a minute to 400 days. */
export const readPeriod = (tree: Tree, key: string, { reporter }: Pick<Reader, 'reporter'>): number | undefined => {
  const said = member(tree, key)
  if (!said) return undefined
  const ms = periodMs(textOf(said) ?? '')
  if (ms !== undefined && ms >= leastMs && ms <= mostMs) return ms
  reporter.report('bad-period', said, { said: textOf(said) ?? '' })
  return undefined
}

const periodMs = (text: string): number | undefined => {
  const words = /^(?:(\d{1,6}) )?(minute|hour|day|week)s?$/.exec(text.trim())
  if (words) return Number(words[1] ?? 1) * units[words[2] as keyof typeof units]
  const micros = durationMicros(text)
  return micros === undefined ? undefined : Number(micros / 1000n)
}

/** A period as people say it: `3 days`. */
export const periodText = (ms: number): string => {
  const [name, length] = (Object.entries(units).reverse() as [string, number][]).find(
    ([, unit]) => ms % unit === 0,
  ) ?? ['millisecond', 1]
  const count = ms / length
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/** Milliseconds past midnight of `02:30`; undefined where nothing is said, or (reported) what is no time of a day. */
export const readTimeOfDay = (tree: Tree, key: string, { reporter }: Pick<Reader, 'reporter'>): number | undefined => {
  const said = member(tree, key)
  if (!said) return undefined
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(textOf(said) ?? '')
  if (found) return Number(found[1]) * units.hour + Number(found[2]) * units.minute
  reporter.report('bad-period', said, { said: textOf(said) ?? '' })
  return undefined
}
