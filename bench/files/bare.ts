import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fastify } from 'fastify'

/** What anybody writes by hand: a body into a file, on disk before it is answered, and out again. With `?digest` its SHA-256 is made on the way, as ours always is. */
export const bareHandler = async (folder: string): Promise<{ readonly url: string; readonly token: string }> => {
  const app = fastify()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  app.put<{ Params: { name: string }; Querystring: { digest?: string } }>('/:name', async ({ body, params, query }) => {
    const file = join(folder, params.name)
    const hash = query.digest === undefined ? null : createHash('sha256')
    const through = new Transform({
      transform(piece, _, done) {
        hash?.update(piece)
        done(null, piece)
      },
    })
    await pipeline(body as NodeJS.ReadableStream, through, createWriteStream(file))
    const handle = await open(file, 'r')
    await handle.sync().finally(() => handle.close())
    return { digest: hash?.digest('hex') ?? null }
  })
  app.get<{ Params: { name: string } }>('/:name', async ({ params }) => createReadStream(join(folder, params.name)))
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), token: '' }
}
