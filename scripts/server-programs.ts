import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'

/** A port that nobody listens on now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Begins on a free port, and on another where somebody took that one meanwhile; gives the port. Rejects as the last try did. */
export const onFreePort = async (begin: (port: number) => unknown): Promise<number> => {
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    try {
      await begin(port)
      return port
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

/** The number of a user (`-u`) or its group (`-g`); 0 of one that is not there. */
export const idOf = (flag: '-u' | '-g', name: string): number =>
  Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())
