import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createServer as createBareServer } from 'node:net'
import { expect, test } from 'vitest'
import { hold } from './held.ts'
import type { Step } from './scenario.ts'

const step: Step = { as: null, method: 'POST', path: '/x', holds: 1, expect: {} }

const listening = async (server: ReturnType<typeof createServer | typeof createBareServer>): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a stream or an answer that never comes is held no longer than ten seconds', { timeout: 30_000 }, async () => {
  const silent = createServer()
  silent.on('stream', () => {})
  const mute = createBareServer()
  const [url, other] = [await listening(silent), await listening(mute)]
  const asking = { token: null, isRest: false }
  await Promise.all([
    expect(hold({ ...asking, url, isGrpc: true }, step)).rejects.toThrow('nothing has come of /x'),
    expect(hold({ ...asking, url: other, isGrpc: false }, step)).rejects.toThrow('nothing has come of /x'),
  ])
  silent.close()
  mute.close()
})

test('a stream that is reset before anything came of it is said at once', async () => {
  const resetting = createServer()
  resetting.on('stream', (stream) => stream.close())
  const url = await listening(resetting)
  await expect(hold({ url, token: null, isRest: false, isGrpc: true }, step)).rejects.toThrow('ended before')
  resetting.close()
})
