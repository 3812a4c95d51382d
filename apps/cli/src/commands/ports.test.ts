import { createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { Asked } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { freePorts } from './run.ts'

afterEach(() => vi.unstubAllEnvs())

const notes: string[] = []
// Nothing else of either is asked for.
const portsOf = (port?: string) =>
  freePorts(
    { text: () => port } as unknown as Asked,
    { note: (line: string) => notes.push(line) } as unknown as Terminal,
  )

test('PORT and GRPC_PORT say where, --port before PORT; another for one that is taken is said', async () => {
  vi.stubEnv('PORT', '31871')
  vi.stubEnv('GRPC_PORT', '31881')
  expect(await portsOf()).toEqual({ port: 31_871, grpcPort: 31_881 })
  expect(await portsOf('31891')).toEqual({ port: 31_891, grpcPort: 31_881 })
  const other = createServer().listen(31_881, '127.0.0.1')
  await vi.waitFor(() => expect(other.listening).toBe(true))
  expect((await portsOf()).grpcPort).toBe(31_882)
  expect(notes).toEqual(['GRPC_PORT 31881 is taken; using 31882.'])
  other.close()
  vi.stubEnv('GRPC_PORT', 'many')
  await expect(portsOf()).rejects.toThrow('GRPC_PORT takes a number from 1 to 65535.')
})
