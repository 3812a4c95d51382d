import type { Option, Options } from './options.ts'

/** Options that `check` takes: a bound that is none of the type, or crosses the other, is left out, and a decimal has its digits. */
export const soundOptions = ({ description, ...given }: Options): Options => {
  const digits = given.type === 'decimal' && !areDigits(given) ? { precision: 12, scale: 3 } : {}
  const whole: Options = { ...given, ...digits }
  const sound = Object.entries(whole).filter(([name, option]) => isSound(name, option, whole))
  return { ...Object.fromEntries(sound), ...(description !== undefined && { description }) }
}

const areDigits = ({ precision, scale }: Options): boolean =>
  Number.isInteger(precision) &&
  Number.isInteger(scale) &&
  Number(precision) <= 38 &&
  Number(scale) <= Number(precision)

const isSound = (name: string, option: Option, options: Options): boolean => {
  if (name === 'length' || name === 'size') return options.type === 'vector' || isRange(option)
  // How long a file may be is no bound of a value: `20 MiB`.
  return (
    (name !== 'min' && name !== 'max') || options.type === 'file' || (isBound(option, options) && !isCrossed(options))
  )
}

/** `1..120`, `..254`: from no more than to. */
const isRange = (range: Option): boolean => {
  const [, from = '', to = ''] = /^(\d*)\.\.(\d*)$/.exec(String(range)) ?? []
  return from + to !== '' && to !== '0' && (from === '' || to === '' || Number(from) <= Number(to))
}

const isCrossed = ({ min, max }: Options): boolean => typeof min === 'number' && typeof max === 'number' && min > max

const isBound = (bound: Option, { type, scale }: Options): boolean => {
  if (type === 'date' || type === 'instant') return typeof bound === 'string'
  if (typeof bound !== 'number' || !Number.isFinite(bound)) return false
  if (type === 'int32') return Number.isInteger(bound) && Math.abs(bound) < 2 ** 31
  if (type === 'int64') return Number.isSafeInteger(bound)
  return type === 'float64' || (type === 'decimal' && decimalsOf(bound) <= Number(scale))
}

const decimalsOf = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0
