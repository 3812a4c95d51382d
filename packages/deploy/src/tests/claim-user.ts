import { createServer } from 'node:net'

/** Nobody's but of tests: systemd gives 60578 to 61183 to nobody, and services begin at the next (uid ranges of systemd). */
const [firstUser, lastUser] = [60_578, 61_183]

/** A user that nobody else on this machine runs tests as, until it is given back. */
export interface ClaimedUser {
  readonly user: number
  giveBack(): void
}

/**
 * Claims one, so that what one release's tests start is not counted with another's. The claim is a name among the abstract sockets of this
 * machine (unix(7)): one process has it at a time, and it is free once that ends, however it ends. Throws where none is left.
 */
export const claimUser = async (): Promise<ClaimedUser> => {
  for (let user = lastUser; user >= firstUser; user--) {
    const giveBack = await hold(`\0charter-tests-${user}`)
    if (giveBack) return { user, giveBack }
  }
  throw new Error('Every user that tests run as on this machine is in use.')
}

/** Null: somebody has it. */
const hold = (name: string): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(name, () => resolve(() => void server.close()))
    server.unref()
  })
