// The first process of a sandbox: carried into it with what it imports here, and nothing else of ours. It waits for the word to begin, opens
// the ways in and out, runs the service and ends with it. Arguments: the ports that lead in, of the sockets that it is handed from file 3
// on (`8080,50051,…`), the ways out as `address=socket,…`, and the service's own.
import { spawn } from 'node:child_process'
import { connect, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { connectLate } from './connect-late.ts'

const [ports = '', ways = '', ...service] = process.argv.slice(2)

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
const host = env.HOST ?? ''
const over = new AbortController()

/** Who comes by a socket that was handed in goes on to a port that the service listens at in here, and waits where it does not yet. */
const leadIn = (port: string, at: number): Server =>
  createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) =>
    connectLate(socket, { host, port: Number(port) }, over.signal),
  ).listen({ fd: 3 + at })

await Promise.all(ways === '' ? [] : ways.split(',').map(openWay))
const waysIn = ports === '' ? [] : ports.split(',').map(leadIn)
const restartsMax = 5
const restartsMs = 120_000
const pauseMs = 200
const leaveMs = 2000
let isEnding = false
let begins: number[] = []

/** Ends once what it said has left. */
const leave = async (status: number): Promise<never> => {
  over.abort()
  setTimeout(() => process.exit(status), leaveMs)
  await Promise.all(waysIn.map((server) => new Promise((done) => server.close(done))))
  process.exit(status)
}

/** A service that ends by itself begins again: who connects meanwhile waits. */
const serve = (): void => {
  begins = [...begins.filter((at) => at > Date.now() - restartsMs), Date.now()]
  const child = spawn(process.execPath, service, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const end = (signal: NodeJS.Signals): void => {
    isEnding = true
    child.kill(signal)
  }
  process.on('SIGTERM', end).on('SIGINT', end)
  child.once('error', () => process.exit(1))
  child.once('exit', (status) => {
    process.off('SIGTERM', end).off('SIGINT', end)
    if (isEnding || !isKept || begins.length > restartsMax) return void leave(status ?? 1)
    // Told to end in between, it does.
    const endNow = (): void => process.exit(0)
    process.on('SIGTERM', endNow).on('SIGINT', endNow)
    setTimeout(() => {
      process.off('SIGTERM', endNow).off('SIGINT', endNow)
      serve()
    }, pauseMs)
  })
}
serve()
