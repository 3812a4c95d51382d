// Carries bytes from the ports that environments are reached at to the sockets of what serves them now: `ingress-process.ts`, in the folder
// of its supervisor, which it outlives. It takes its words at the socket `ingress`: a line of JSON, the paths of sockets by the ports that
// should lead to them and no others, is answered by the ports that do. Ends where none does for a while.
import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connectLate } from '../sandbox/connect-late.ts'

const host = '127.0.0.1'
const connectionsMax = 2000
const idleMs = 10_000

const open = new Map<number, { readonly server: Server; path: string }>()

/** Whether the port leads to the socket at `path` from now on; not where somebody else has it. */
const lead = (port: number, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const known = open.get(port)
    if (known) {
      known.path = path
      return resolve(true)
    }
    const place = { server: createServer({ allowHalfOpen: true, pauseOnConnect: true }), path }
    place.server.on('connection', (socket: Socket) => connectLate(socket, { path: place.path }))
    place.server.maxConnections = connectionsMax
    place.server.once('error', () => resolve(false))
    place.server.listen(port, host, () => {
      open.set(port, place)
      resolve(true)
    })
  })

const hold = async (paths: Readonly<Record<string, string>>): Promise<readonly number[]> => {
  for (const [port, { server }] of open)
    if (!Object.hasOwn(paths, port)) {
      open.delete(port)
      server.close()
    }
  const ports = Object.keys(paths).map(Number)
  const held = await Promise.all(ports.map((port) => lead(port, paths[port] ?? '')))
  return ports.filter((_, at) => held[at])
}

setInterval(() => {
  if (open.size === 0) process.exit(0)
}, idleMs)

let turn: Promise<unknown> = Promise.resolve()
const control = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => socket.destroy())
  createInterface(socket).once('line', (line) => {
    turn = turn
      .then(async () => socket.end(`${JSON.stringify(await hold(JSON.parse(line)))}\n`))
      .catch(() => socket.destroy())
  })
})
// One supervisor has the folder, and starts this where nobody answers: a socket that is there was of one that is gone.
rmSync('ingress', { force: true })
control.listen('ingress', () => process.stdout.write('open\n'))
process.stdout.on('error', () => {})
