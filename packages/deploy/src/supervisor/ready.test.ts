import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processOf } from './process-of.ts'
import { becomesReady } from './ready.ts'

test('a service that answers with another protocol when it is asked whether it is ready is not, and holds nobody up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-ready-'))
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    )
  })
  try {
    await new Promise<void>((resolve) => server.listen(join(folder, 'http'), resolve))
    const self = processOf(process.pid)
    if (!self) throw new Error('This process is not found.')
    expect(await becomesReady(join(folder, 'http'), self, Date.now() + 500)).toBe(false)
  } finally {
    server.close()
    rmSync(folder, { recursive: true })
  }
})
