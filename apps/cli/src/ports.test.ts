import { createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { Asked } from './command.ts'
import { askedPorts, freePorts, sayTaken } from './ports.ts'

afterEach(() => vi.unstubAllEnvs())

// Nothing else of it is asked for.
const asking = (options: Readonly<Record<string, string>> = {}): Asked =>
  ({ text: (name: string) => options[name] }) as unknown as Asked

const said = (taken: Parameters<typeof sayTaken>[0]) => {
  const notes: string[] = []
  sayTaken(taken, { note: (line) => notes.push(line) })
  return notes
}

test('PORT and GRPC_PORT say where, --port before PORT; another for one that is taken is said', async () => {
  vi.stubEnv('PORT', '31871')
  vi.stubEnv('GRPC_PORT', '31881')
  const wanted = askedPorts(asking())
  expect(wanted).toEqual({ host: '127.0.0.1', port: 31_871, ports: { grpc: 31_881 } })
  expect(await freePorts(wanted)).toEqual(wanted)
  expect(askedPorts(asking({ port: '31891' }))).toMatchObject({ port: 31_891, ports: { grpc: 31_881 } })
  const other = createServer().listen(31_881, '127.0.0.1')
  await vi.waitFor(() => expect(other.listening).toBe(true))
  const got = await freePorts(wanted)
  expect(got).toEqual({ ...wanted, ports: { grpc: 31_882 } })
  expect(said({ wanted, got, serves: ['rest', 'grpc'] })).toEqual(['Port 31881 of gRPC is taken; using 31882.'])
  expect(said({ wanted, got, serves: ['rest'] })).toEqual([])
  other.close()
  vi.stubEnv('GRPC_PORT', 'many')
  expect(() => askedPorts(asking())).toThrow('GRPC_PORT takes a number from 1 to 65535.')
})

test('one port for both is one too few: gRPC gets the next', async () => {
  const got = await freePorts({ host: '127.0.0.1', port: 31_861, ports: { grpc: 31_861 } })
  expect(got).toEqual({ host: '127.0.0.1', port: 31_861, ports: { grpc: 31_862 } })
})

test('a host is a loopback address, and a port is free where it listens', async () => {
  expect(askedPorts(asking({ host: '127.0.0.9' }))).toMatchObject({ host: '127.0.0.9' })
  expect(() => askedPorts(asking({ host: '0.0.0.0' }))).toThrow('--host takes a loopback address')
  const other = createServer().listen(31_851, '127.0.0.9')
  await vi.waitFor(() => expect(other.listening).toBe(true))
  expect((await freePorts({ host: '127.0.0.9', port: 31_851, ports: { grpc: 31_841 } })).port).toBe(31_852)
  expect((await freePorts({ host: '127.0.0.1', port: 31_851, ports: { grpc: 31_841 } })).port).toBe(31_851)
  other.close()
})
