import type { Style } from '@charter/charter'
import { expect, test } from 'vitest'
import { grpc } from './grpc/index.ts'
import { serveStyles } from './serve.ts'
import { ada } from './testing/fake-rest-service.ts'
import { load, shop } from './testing/model.ts'

const { model } = load(shop)
const serving = {
  model,
  execute: () => Promise.reject(new Error('nobody asks')),
  authenticate: () => ada,
}

/** A style with a port of its own, which is told by the names of what is done to it. */
const besides = (name: string, done: string[], listen: () => Promise<string>) => {
  const listener = {
    portVariable: `${name}_PORT`,
    portDefault: 1,
    open: async () => ({
      listen: ({ port }: { readonly port: number }) => {
        done.push(`${name} at ${port}`)
        return listen()
      },
      close: async () => void done.push(`${name} closed`),
    }),
    relay: () => Promise.reject(new Error('nobody asks')),
  }
  const style: Style = { ...(grpc as Style), name, listener, serve: () => void done.push(`${name} served`) }
  const { serveOverHttp: _, ...alone } = style
  return { style: alone, surface: null }
}

test('each style with a port of its own is served there, told by its name, and ended with the others', async () => {
  const done: string[] = []
  const uses = ['one', 'two'].map((name) => besides(name, done, async () => `${name}://here`))
  const served = await serveStyles(uses, serving, { host: '127.0.0.1', port: 0, ports: { two: 7 } })
  expect(served.urls).toEqual({ one: 'one://here', two: 'two://here' })
  await served.close()
  expect(done).toEqual(['one served', 'two served', 'one at 0', 'two at 7', 'one closed', 'two closed'])
})

test('where one port cannot be had, none is held', async () => {
  const done: string[] = []
  const taken = () => Promise.reject(new Error('The port is taken.'))
  const uses = [besides('one', done, async () => 'one://here'), besides('two', done, taken)]
  await expect(serveStyles(uses, serving, { host: '127.0.0.1', port: 0 })).rejects.toThrow('The port is taken.')
  expect(done.slice(2)).toEqual(['one at 0', 'two at 0', 'one closed', 'two closed'])
})
