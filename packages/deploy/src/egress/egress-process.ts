// Carries bytes from the sockets of one sandbox to the hosts that it may reach: `egress-process.ts <ranges,…> <how many of them are the
// platform's own> <host:port>…`, in the folder of the sockets, each named by its place. Ends with the process whose number and start it is told on its standard input.
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { outboundOf } from '@charter/runtime/limits/outbound'
import { isAlive } from '../supervisor/process-of.ts'

const [ranges = '', own = '0', ...reaches] = process.argv.slice(2)
const lookMs = 500
const connectionsMax = 1000
/** To the platform itself, which serves every service of this machine: a service sends its record over one, and its figures over two. */
const ownConnectionsMax = 16

/** Never where clouds tell secrets, and in one's own network where that is allowed: whoever names a host may mean another one's. */
const outbound = outboundOf(ranges === '' ? [] : ranges.split(','))

const open = (reach: string, place: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const at = reach.lastIndexOf(':')
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
      socket.on('error', () => socket.destroy())
      const host = reach.slice(0, at)
      const judged = place < Number(own) ? Promise.resolve(host) : outbound.reach(host)
      judged.then(
        (address) => {
          const out = connect({ host: address, port: Number(reach.slice(at + 1)), allowHalfOpen: true })
          socket.on('close', () => out.destroy())
          out.on('error', () => socket.destroy())
          socket.pipe(out).pipe(socket)
        },
        () => socket.destroy(),
      )
    })
    server.maxConnections = place < Number(own) ? ownConnectionsMax : connectionsMax
    const path = `to-${place}`
    rmSync(path, { force: true })
    server.once('error', reject)
    server.listen(path, () => {
      // Its folder is its user's alone; inside of the sandbox another user connects.
      chmodSync(path, 0o666)
      resolve()
    })
  })

await Promise.all(reaches.map(open))
process.stdout.write('open\n')
let told = false
createInterface(process.stdin)
  .once('line', (line) => {
    told = true
    const [pid = 0, began = 0] = line.split(' ').map(Number)
    setInterval(() => {
      if (!isAlive({ pid, began })) process.exit(0)
    }, lookMs)
  })
  .once('close', () => {
    if (!told) process.exit(0)
  })
