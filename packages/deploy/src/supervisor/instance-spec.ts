import { isRange } from '@charter/runtime/limits/outbound'

/** How much of a machine one service has. */
export interface MachineLimits {
  /** Of its disk, and of one file of it. */
  readonly diskBytesMax: number
  /** Of its processors: 1.5 is one and a half. */
  readonly cpus: number
}

export const usualLimits: MachineLimits = { diskBytesMax: 10 * 2 ** 30, cpus: 1 }

/** What the supervisor is told to run: one deployment of an environment. */
export interface InstanceSpec {
  readonly deployment: string
  readonly environment: string
  /** Folder of the release, which the service reads and does not change. */
  readonly release: string
  /** Folder of what it depends on. */
  readonly modules: string
  readonly variables: Readonly<Record<string, string>>
  /** `host:port`. */
  readonly reaches: readonly string[]
  /** Where such hosts may be besides the Internet. */
  readonly ranges: readonly string[]
  /** `host:port` of what is the platform's own on this machine, wherever it is. */
  readonly own: readonly string[]
  /** It is ours, and runs as whoever the supervisor is of: nothing can be shut in here. */
  readonly isBare: boolean
  /** Styles that it serves on a listener of their own, each with the variable that says the port. */
  readonly listeners: Readonly<Record<string, string>>
  /** It writes the key that it signs its record with into its folder before it is ready. */
  readonly keepsRecord: boolean
  readonly limits: MachineLimits
}

const [idPattern, hostPattern, variablePattern, stylePattern] = [
  /^[0-9a-f-]{36}$/,
  /^(?:[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9])?|\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/,
  /^[A-Z][A-Z0-9_]{0,63}$/,
  /^[a-z][a-z0-9-]{0,30}$/,
] as const

/** What somebody says who should be run, as the supervisor takes it. Throws a sentence where it is not that. */
export const readSpec = (told: unknown): InstanceSpec => {
  const spec = told as Partial<InstanceSpec> | null
  if (!spec || typeof spec !== 'object') throw new Error('A deployment is an object.')
  const { deployment, environment, release, modules, isBare, keepsRecord } = spec
  const { variables = {}, reaches = [], ranges = [], own = [], listeners = {}, limits = usualLimits } = spec
  if (!isLike(deployment, idPattern) || !isLike(environment, idPattern)) throw new Error('Ids are UUIDs.')
  if (!isLike(release, /^\//) || !isLike(modules, /^\//)) throw new Error('Folders are absolute paths.')
  for (const [name, value] of Object.entries(variables))
    if (!variablePattern.test(name) || typeof value !== 'string' || value.includes('\0'))
      throw new Error(`${name} is no variable.`)
  for (const host of [...reaches, ...own])
    if (!isLike(host, hostPattern)) throw new Error(`${host} is no host and port.`)
  for (const range of ranges) if (!isRange(range)) throw new Error(`${range} is no range of addresses.`)
  for (const [style, variable] of Object.entries(listeners))
    if (!isLike(style, stylePattern) || !isLike(variable, variablePattern)) throw new Error(`${style} is no style.`)
  if (![limits.diskBytesMax, limits.cpus].every((each) => Number.isFinite(each) && each > 0))
    throw new Error('Limits are numbers above 0.')
  return {
    deployment,
    environment,
    release,
    modules,
    variables,
    reaches,
    ranges,
    own,
    isBare: isBare === true,
    listeners,
    keepsRecord: keepsRecord === true,
    limits: { diskBytesMax: limits.diskBytesMax, cpus: limits.cpus },
  }
}

const isLike = (text: unknown, pattern: RegExp): text is string => typeof text === 'string' && pattern.test(text)
