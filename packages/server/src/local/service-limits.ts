import type { MachineLimits } from '@charter/deploy'
import { ConfigError } from '@charter/runtime'

const gibibyte = 2 ** 30

/**
 * How much of this machine one service has: `SERVICE_DISK_GIB`, of its disk (10 unless said), and `SERVICE_CPUS`, of its processors (1 unless
 * said). Throws a ConfigError.
 */
export const serviceLimits = (env: Readonly<Record<string, string | undefined>>): MachineLimits => ({
  diskBytesMax: Math.round(numberIn(env, 'SERVICE_DISK_GIB', 10) * gibibyte),
  cpus: numberIn(env, 'SERVICE_CPUS', 1),
})

const numberIn = (env: Readonly<Record<string, string | undefined>>, name: string, usual: number): number => {
  const text = env[name]
  if (text === undefined || text === '') return usual
  const number = /^\d{1,5}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (number > 0) return number
  throw new ConfigError(`${name} takes a number above 0, up to 99999: ${name}=${usual}.`)
}
