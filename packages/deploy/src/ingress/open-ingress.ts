import { connect, type Socket } from 'node:net'
import { extname } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../supervisor/start-program.ts'

/** The ports of this machine that lead into sandboxes: a process of its own, so that no call is lost with a supervisor that is killed. */
export interface Ingress {
  /** Has these ports, and no others, lead to the sockets at their paths. Gives those that do: not one that somebody else has. */
  hold(paths: Readonly<Record<number, string>>): Promise<readonly number[]>
}

/** Beside this file, also where both are bundled. */
const program = fileURLToPath(new URL(`./ingress-process${extname(import.meta.url)}`, import.meta.url))
const answerMs = 10_000

/** That of the folder which this process is in; it is started where there is none, or none any more. */
export const openIngress = (): Ingress => {
  let turn: Promise<unknown> = Promise.resolve()
  const ask = async (line: string): Promise<string> => {
    const found = await connected()
    if (found) return answerOf(found, line)
    const { stdin } = await startProgram({ program, words: [process.cwd()] })
    stdin.end()
    const started = await connected()
    if (!started) throw new Error('What leads into sandboxes does not answer.')
    return answerOf(started, line)
  }
  return {
    hold: (paths) => {
      const asked = turn.then(() => ask(JSON.stringify(paths)))
      turn = asked.catch(() => {})
      return asked.then((answer) => JSON.parse(answer))
    },
  }
}

const connected = (): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = connect('ingress', () => resolve(socket))
    socket.on('error', () => resolve(null))
  })

const answerOf = (socket: Socket, line: string): Promise<string> => {
  socket.setTimeout(answerMs, () => socket.destroy(new Error('What leads into sandboxes does not answer.')))
  socket.end(`${line}\n`)
  return text(socket)
}
