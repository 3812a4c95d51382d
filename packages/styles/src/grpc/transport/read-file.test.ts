import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Work } from './handler.ts'
import { fileItems } from './read-file.ts'

test('a file whose reader leaves while it is opened is closed once it is', async () => {
  const { promise: opening, resolve: open } = Promise.withResolvers<Readable>()
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const known = { digest: 'sha256:0', size: 5, kind: 'text/plain', name: null }
  const read = () => {
    asked()
    return opening
  }
  const files = { open: async () => ({ ...known, read }) }
  const work = {
    serving: { files, model: { limits: { requestTimeoutMs: 1000 } } },
    method: { operation: 'Document.read', field: 'raw' },
  } as unknown as Work
  const items = fileItems(work, async () => ({ input: {}, principal: null, context: {} }) as never)
  const first = items.next()
  await isAsked
  await items.return?.()
  const stream = Readable.from([Buffer.from('words')])
  open(stream)
  await first
  expect(stream.destroyed).toBe(true)
})
