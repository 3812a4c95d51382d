import { createServer } from 'node:net'

/** A port of this machine that was free a moment ago. */
export const anyPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const place = server.address()
      server.close(() => resolve(typeof place === 'object' && place !== null ? place.port : 0))
    })
  })
