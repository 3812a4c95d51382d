import { isIP } from 'node:net'
import { listenerPlaces } from '@charter/charter'
import { styles } from '@charter/styles'
import { type Asked, UsageError } from './command.ts'
import type { Terminal } from './terminal.ts'

/** How a line says where a service that it starts listens. */
export const portOptions = {
  port: {
    type: 'string',
    value: 'number',
    description: 'Where to listen; the next free one when it is taken. Default: PORT, else 8080.',
  },
  host: {
    type: 'string',
    value: 'address',
    description: 'The loopback address to listen at. Default: 127.0.0.1.',
  },
} as const

/** Where a service listens. Styles with a port of their own have the same host. */
export interface Ports {
  readonly host: string
  readonly port: number
  /** By the names of their styles. */
  readonly ports: Readonly<Record<string, number>>
}

/** What a line and its environment ask for. Throws a UsageError. */
export const askedPorts = (asked: Asked): Ports => ({
  host: loopback(asked.text('host') ?? '127.0.0.1'),
  port: portIn(asked.text('port') ?? process.env.PORT, asked.text('port') === undefined ? 'PORT' : '--port', 8080),
  ports: Object.fromEntries(
    Object.entries(listenerPlaces(styles)).map(([name, { portVariable, portDefault }]) => [
      name,
      portIn(process.env[portVariable], portVariable, portDefault),
    ]),
  ),
})

/** Those ports, or for each that is taken the next that is free. Rejects with StartFailed. */
export const freePorts = async ({ host, port, ports: wanted }: Ports): Promise<Ports> => {
  const { freePort } = await import('@charter/project')
  const free = await freePort(port, host)
  const ports: Record<string, number> = {}
  for (const [style, own] of Object.entries(wanted))
    ports[style] = await freePort(own, host, [free, ...Object.values(ports)])
  return { host, port: free, ports }
}

export interface TakenPorts {
  readonly wanted: Ports
  readonly got: Ports
  /** Names of the styles that are served: of others nothing is said. */
  readonly serves: readonly string[]
}

/** Says which of the ports asked for were taken. */
export const sayTaken = ({ wanted, got, serves }: TakenPorts, { note }: Pick<Terminal, 'note'>): void => {
  if (got.port !== wanted.port) note(`Port ${wanted.port} is taken; using ${got.port}.`)
  for (const { name, title } of styles) {
    const [before, now] = [wanted.ports[name], got.ports[name]]
    if (serves.includes(name) && before !== now) note(`Port ${before} of ${title} is taken; using ${now}.`)
  }
}

/** Where the styles are that have a port of their own, beside an address. */
export const besideText = (ownUrls: Readonly<Record<string, string>>): string =>
  styles.map(({ name, title }) => (ownUrls[name] === undefined ? '' : `  ${title} at ${ownUrls[name]}`)).join('')

const portIn = (text: string | undefined, name: string, otherwise: number): number => {
  const port = Number(text ?? otherwise)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`${name} takes a number from 1 to 65535.`)
  return port
}

/** What these commands start is for development: its tokens are for whoever sits at this machine. */
const loopback = (host: string): string => {
  if (host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))) return host
  throw new UsageError(
    `--host takes a loopback address, like 127.0.0.1 or ::1: this starts a service for development. For others, start it as docs/operating.md of your service says, in production.`,
  )
}
