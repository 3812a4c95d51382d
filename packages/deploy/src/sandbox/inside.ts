// The first process of a sandbox: carried into it alone, so it imports nothing of ours. It waits for the word to begin, opens the ways out,
// starts the service and ends with it. Arguments: how many sockets are handed on, the ways out as `address=socket,…`, and the service's own.
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'

const [sockets = '0', ways = '', ...service] = process.argv.slice(2)

/** One line, once the supervisor has it on disk that this process is there; its end without one: nobody does. */
const isBegun = (): Promise<boolean> =>
  new Promise((resolve) => {
    process.stdin.once('data', () => resolve(true))
    process.stdin.once('end', () => resolve(false))
    process.stdin.once('error', () => resolve(false))
  })

/** What connects to an address in here goes on to a socket that leads out. */
const openWay = (way: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const [address = '', path = ''] = way.split('=')
    const at = address.lastIndexOf(':')
    createServer({ allowHalfOpen: true }, (socket) => {
      const out = connect({ path, allowHalfOpen: true })
      socket.pipe(out).pipe(socket)
      socket.on('error', () => out.destroy())
      out.on('error', () => socket.destroy())
    })
      .once('error', reject)
      .listen(Number(address.slice(at + 1)), address.slice(0, at), () => resolve())
  })

if (!(await isBegun())) process.exit(0)
await Promise.all(ways === '' ? [] : ways.split(',').map(openWay))
const handed = Array.from({ length: Number(sockets) }, (_, at) => 3 + at)
const child = spawn(process.execPath, service, { stdio: ['ignore', 'inherit', 'inherit', ...handed] })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
child.once('error', () => process.exit(1))
child.once('exit', (status) => process.exit(status ?? 1))
process.stdin.destroy()
