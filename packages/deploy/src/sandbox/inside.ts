// The first process of a sandbox: carried into it alone, so it imports nothing of ours. It waits for the word to begin, opens the ways out,
// runs the service and ends with it. Arguments: how many sockets are handed on, the ways out as `address=socket,…`, and the service's own.
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { createInterface } from 'node:readline'

const [sockets = '0', ways = '', ...service] = process.argv.slice(2)

/**
 * What the supervisor says on standard input, a line each: `begin` with the service's environment, once it has it on disk that this process
 * is there, and `keep` once the service was healthy.
 */
const lines = createInterface(process.stdin)
let isKept = false
/** The service's environment; null where it ends without a word: nobody knows of this process. */
const begun = new Promise<NodeJS.ProcessEnv | null>((resolve) => {
  lines.on('line', (line) => {
    if (line === 'keep') isKept = true
    if (line.startsWith('begin ')) resolve(JSON.parse(line.slice('begin '.length)))
  })
  lines.once('close', () => resolve(null))
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

const env = await begun
if (!env) process.exit(0)
await Promise.all(ways === '' ? [] : ways.split(',').map(openWay))
const handed = Array.from({ length: Number(sockets) }, (_, at) => 3 + at)
const restartsMax = 5
const restartsMs = 120_000
const pauseMs = 200
let isEnding = false
let begins: number[] = []

/** A service that ends by itself begins again at the same sockets, which stay open here: who connects meanwhile waits. */
const serve = (): void => {
  begins = [...begins.filter((at) => at > Date.now() - restartsMs), Date.now()]
  const child = spawn(process.execPath, service, { env, stdio: ['ignore', 'inherit', 'inherit', ...handed] })
  const end = (signal: NodeJS.Signals): void => {
    isEnding = true
    child.kill(signal)
  }
  process.on('SIGTERM', end).on('SIGINT', end)
  child.once('error', () => process.exit(1))
  child.once('exit', (status) => {
    process.off('SIGTERM', end).off('SIGINT', end)
    if (isEnding || !isKept || begins.length > restartsMax) process.exit(status ?? 1)
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
