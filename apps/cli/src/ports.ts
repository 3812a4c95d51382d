import { isIP } from 'node:net'
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

/** Where a service listens. gRPC has the same host, and its port from `GRPC_PORT`. */
export interface Ports {
  readonly host: string
  readonly port: number
  readonly grpcPort: number
}

/** What a line and its environment ask for. Throws a UsageError. */
export const askedPorts = (asked: Asked): Ports => ({
  host: loopback(asked.text('host') ?? '127.0.0.1'),
  port: portIn(asked.text('port') ?? process.env.PORT, asked.text('port') === undefined ? 'PORT' : '--port', 8080),
  grpcPort: portIn(process.env.GRPC_PORT, 'GRPC_PORT', 50_051),
})

/** Those ports, or for each that is taken the next that is free. Rejects with StartFailed. */
export const freePorts = async ({ host, port, grpcPort }: Ports): Promise<Ports> => {
  const { freePort } = await import('@charter/project')
  const free = await freePort(port, host)
  return { host, port: free, grpcPort: await freePort(grpcPort, host, [free]) }
}

/** Says which of the ports asked for were taken, that of gRPC only where it is served. */
export const sayTaken = (wanted: Ports, got: Ports, servesGrpc: boolean, { note }: Pick<Terminal, 'note'>): void => {
  if (got.port !== wanted.port) note(`Port ${wanted.port} is taken; using ${got.port}.`)
  if (servesGrpc && got.grpcPort !== wanted.grpcPort)
    note(`Port ${wanted.grpcPort} of gRPC is taken; using ${got.grpcPort}.`)
}

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
