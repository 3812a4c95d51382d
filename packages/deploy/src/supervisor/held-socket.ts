import net from 'node:net'

/**
 * A socket that is bound here, answered by the processes that it is handed to, and stays when one of them ends: who connects meanwhile waits.
 */
export interface HeldSocket {
  readonly port: number
  /** The number of its file, to be handed on. */
  readonly file: number
  close(): void
}

/** What Node's cluster module holds for its workers; it has no name in the documented interface (lib/internal/cluster/shared_handle.js). */
interface NodeSockets {
  _createServerHandle(host: string, port: number, family: 4 | 6, file: undefined, flags: number): Handle | number
}

interface Handle {
  readonly fd: number
  getsockname(into: { port?: number }): number
  close(): void
}

/** UV_TCP_REUSEPORT of libuv: a supervisor that takes over from one that was killed opens the port anew, beside the service that holds it. */
const reusePort = 2

/** `port` 0: any that is free. Throws where it cannot be had. */
export const holdSocket = (host: string, port: number): HeldSocket => {
  const handle = (net as unknown as NodeSockets)._createServerHandle(
    host,
    port,
    host.includes(':') ? 6 : 4,
    undefined,
    reusePort,
  )
  if (typeof handle === 'number') throw new Error(`Port ${port} of ${host} cannot be had.`)
  const bound: { port?: number } = {}
  handle.getsockname(bound)
  return { port: bound.port ?? port, file: handle.fd, close: () => handle.close() }
}
