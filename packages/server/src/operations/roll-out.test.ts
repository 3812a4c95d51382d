import { expect, test } from 'vitest'
import { settingsOf } from '../deployments/settings-of.ts'
import type { RollOutPorts } from './roll-out.ts'
import { rollOut } from './roll-out.ts'

type Context = Parameters<ReturnType<typeof rollOut>>[1]

test('what died on the way and goes on is told nothing that was said meanwhile', async () => {
  const ended: string[] = []
  const found = {
    Release: { digest: 'sha256:1', parts: [], versionId: 'v' },
    Version: { text: '' },
    Environment: {
      id: 'e',
      projectId: 'p',
      variables: [{ name: 'LOG_LEVEL', value: 'meanwhile' }],
      reaches: [],
      seal: '',
    },
  }
  const context = {
    rows: { read: async (name: keyof typeof found) => found[name], list: async () => [] },
    // It was said to be rolling before its process died.
    step: async (name: string) => (name === 'rolling' ? true : void ended.push(name)),
    once: async <Given>(_name: string, act: () => Promise<Given>) => act(),
    fail: (code: string, sentence: string) => Promise.reject(new Error(`${code}: ${sentence}`)),
  }
  const ports = { target: { rollOut: () => Promise.reject(new Error('It was rolled out.')) } }
  const body = rollOut(ports as unknown as RollOutPorts)
  const deployment = { id: 'd', environmentId: 'e', replacesId: null, releaseId: 'r', settingsDigest: 'sha256:as-let' }
  const call = { row: deployment } as unknown as Parameters<typeof body>[0]
  await expect(body(call, context as unknown as Context)).rejects.toThrow('was changed while it was rolled out')
  expect(ended).toEqual(['failing'])
})

test('what the ledger takes no record of does not go on running', async () => {
  const ended: string[] = []
  const found = {
    Release: { digest: 'sha256:1', parts: [], versionId: 'v' },
    Version: { text: '' },
    Environment: { id: 'e', projectId: 'p', variables: [], reaches: [], seal: '' },
  }
  const rows = { read: async (name: keyof typeof found) => found[name], list: async () => [] }
  const { digest } = await settingsOf(rows as never, found.Environment as never)
  const context = {
    rows,
    step: async (name: string) => (name === 'rolling' ? true : void ended.push(name)),
    once: async <Given>(_name: string, act: () => Promise<Given>) => act(),
    fail: (code: string, sentence: string) => Promise.reject(new Error(`${code}: ${sentence}`)),
  }
  const ports = {
    target: {
      rollOut: async () => ({ address: 'http://127.0.0.1:1', recordKey: 'of another' }),
      stop: async (id: string) => void ended.push(`stop ${id}`),
    },
    ledger: { at: '', variables: () => ({}), take: () => Promise.reject(new Error('signed with another key before')) },
    telemetry: { at: '', variables: () => ({}) },
    ranges: [],
  }
  const body = rollOut(ports as unknown as RollOutPorts)
  const row = { id: 'd', environmentId: 'e', replacesId: null, releaseId: 'r', settingsDigest: digest }
  await expect(body({ row } as never, context as unknown as Context)).rejects.toThrow('another key before')
  expect(ended).toEqual(['stop d', 'failing'])
})
