// The first process of a sandbox: carried into it alone, so it imports nothing of ours. It waits for the word to begin, opens the ways out,
// runs the service and ends with it. Arguments: how many sockets are handed on, the ways out as `address=socket,…`, and the service's own.
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'

const [sockets = '0', ways = '', ...service] = process.argv.slice(2)

/** What the supervisor says on standard input: `begin` once it has it on disk that this process is there, `keep` once the service was healthy. */
const told = new Set<string>()
/** Resolves false where it ends without a word: nobody knows of this process. */
const isBegun = (): Promise<boolean> =>
  new Promise((resolve) => {
    process.stdin.on('data', (chunk: Buffer) => {
      for (const word of chunk.toString().split('\n')) told.add(word)
      resolve(told.has('begin'))
    })
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
const restartsMax = 5
const restartsMs = 120_000
const pauseMs = 200
let isEnding = false
let begun: number[] = []

/** A service that ends by itself begins again at the same sockets, which stay open here: who connects meanwhile waits. */
const serve = (): void => {
  begun = [...begun.filter((at) => at > Date.now() - restartsMs), Date.now()]
  const child = spawn(process.execPath, service, { stdio: ['ignore', 'inherit', 'inherit', ...handed] })
  const end = (signal: NodeJS.Signals): void => {
    isEnding = true
    child.kill(signal)
  }
  process.on('SIGTERM', end).on('SIGINT', end)
  child.once('error', () => process.exit(1))
  child.once('exit', (status) => {
    process.off('SIGTERM', end).off('SIGINT', end)
    if (isEnding || !told.has('keep') || begun.length > restartsMax) process.exit(status ?? 1)
    // Told to end in between, it does.
    const leave = (): void => process.exit(0)
    process.on('SIGTERM', leave).on('SIGINT', leave)
    setTimeout(() => {
      process.off('SIGTERM', leave).off('SIGINT', leave)
      serve()
    }, pauseMs)
  })
}
serve()
