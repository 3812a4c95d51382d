import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProgram } from '../supervisor/start-program.ts'

const program = fileURLToPath(new URL('./egress-process.ts', import.meta.url))

let folder: string
let platform: Server
let close: (() => void)[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-egress-'))
  close = []
  platform = createServer((socket) => {
    close.push(() => socket.destroy())
    socket.on('error', () => {}).write('there')
  }).listen(0, '127.0.0.1')
  await once(platform, 'listening')
})
afterEach(() => {
  for (const each of close) each()
  platform.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What leads out of the sandbox of one service, to the platform alone. */
const wayOf = async (service: string): Promise<string> => {
  const cwd = mkdtempSync(join(folder, service))
  const { port } = platform.address() as AddressInfo
  const { stdin } = await startProgram({ program, words: ['', '1', `127.0.0.1:${port}`], cwd })
  close.push(() => stdin.end())
  return join(cwd, 'to-0')
}

/** Whether the platform answers who connects there. */
const isAnswered = async (path: string): Promise<boolean> => {
  const socket: Socket = connect(path).on('error', () => {})
  close.push(() => socket.destroy())
  const said = new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true)).once('close', () => resolve(false))
  })
  return said
}

test('a service holds so many connections to the platform, whatever it says over them, and another one’s are taken', async () => {
  const [greedy, other] = [await wayOf('greedy'), await wayOf('other')]
  const answered: boolean[] = []
  for (let at = 0; at < 40; at++) answered.push(await isAnswered(greedy))
  expect(answered.filter((each) => each)).toHaveLength(16)
  expect(await isAnswered(other)).toBe(true)
}, 30_000)
