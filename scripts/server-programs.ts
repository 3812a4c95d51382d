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

/** The number of a user (`-u`) or its group (`-g`); 0 of one that is not there. */
export const idOf = (flag: '-u' | '-g', name: string): number =>
  Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim())
