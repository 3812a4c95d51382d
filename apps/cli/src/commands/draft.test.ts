import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { charter, startCharter } from '../testing/charter.ts'

const words = 'a library with members, books and loans'
const key = 'sk-canary-2d91'
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A place where models are asked, on this machine. */
const listen = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('a model that is refused leaves the planner’s draft, says why, and no key', async () => {
  const url = await listen((_, response) =>
    response.writeHead(401).end(JSON.stringify({ error: { message: `no ${key}` } })),
  )
  const env = { OPENAI_API_KEY: key, CHARTER_MODEL_URL: url }
  const ran = await charter(['draft', words, '--model', 'openai:gpt-5.4'], { env })
  expect(ran.status).toBe(0)
  expect(ran.out).toBe((await charter(['draft', words])).out)
  expect(ran.err).toMatch(/The planner answered: the server of openai:gpt-5\.4 refused the credentials \(401\)/)
  expect(ran.out + ran.err).not.toContain(key)
})

test('a key that is missing is named, and nothing is sent', async () => {
  const env = { CHARTER_MODEL: 'anthropic:claude-sonnet-5-5', ANTHROPIC_API_KEY: '' }
  const ran = await charter(['draft', words, '--json'], { env })
  expect(ran.status).toBe(0)
  expect(JSON.parse(ran.out)).toMatchObject({
    by: 'planner',
    attempts: 0,
    said: expect.stringContaining('Set ANTHROPIC_API_KEY.'),
  })
})

test('Ctrl-C stops the model, and the planner’s draft is the answer', async () => {
  let stop = (): void => {}
  const url = await listen(() => stop())
  const running = startCharter(['draft', words, '--model', 'ollama:llama3.3'], { env: { CHARTER_MODEL_URL: url } })
  stop = () => void running.process.kill('SIGINT')
  const { status, out, err } = await running.ended
  expect([status, err]).toEqual([0, expect.stringContaining('The planner answered: the model was stopped.')])
  expect(out).toContain('charter: 1')
})

test.each([[['--model', 'gpt-5']], [['--model', 'openai:']]])('%j is no model: usage', async (args) => {
  const { status, out, err } = await charter(['draft', words, ...args])
  expect([status, out]).toEqual([2, ''])
  expect(err).toMatch(/provider:name/)
})
