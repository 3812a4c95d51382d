import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpServer } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registerGraphiql } from './graphiql.ts'

const typed = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
let folder: string
let app: FastifyInstance

/** Beside a GraphQL that nobody may ask: what is led elsewhere is led before that is found out. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-graphiql-'))
  writeFileSync(
    join(folder, 'index.html'),
    '<script nonce="{nonce}" src="a"></script><script nonce="{nonce}"></script>',
  )
  writeFileSync(join(folder, 'main.js'), 'export {}')
  writeFileSync(join(folder, 'notes.txt'), 'of nobody’s concern')
  const limits = { bodyBytesMax: 1000, requestTimeoutMs: 1000 }
  app = httpServer({ limits, serving: { authenticate: async () => null } })
  app.route({ method: ['GET', 'POST'], url: '/graphql', handler: async () => 'answered' })
  await app.register(async (scope) => {
    scope.decorate('isOpen', true)
    registerGraphiql(app, scope, { folder, api: '/graphql' })
  })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('a browser that is typed the address of GraphQL is led to GraphiQL', async () => {
  const { statusCode, headers } = await app.inject({ url: '/graphql', headers: typed })
  expect([statusCode, headers.location, headers.vary]).toEqual([303, '/_charter/graphiql', 'Accept'])
})

test('programs, documents in the address and other methods are answered as they were', async () => {
  for (const asked of [
    { url: '/graphql' },
    { url: '/graphql', headers: { accept: '*/*' } },
    { url: '/graphql?query=%7B__typename%7D', headers: typed },
    { url: '/graphql', method: 'POST', headers: typed },
    { url: '/elsewhere', headers: typed },
  ] as const)
    expect((await app.inject(asked)).statusCode, JSON.stringify(asked)).toBe(asked.url === '/elsewhere' ? 404 : 401)
})

test('each answer of GraphiQL has a nonce of its own, and a policy that lets in no script without it', async () => {
  const nonces = await Promise.all(
    [1, 2].map(async () => {
      const { headers, body } = await app.inject({ url: '/_charter/graphiql', headers: { host: '127.0.0.1:8080' } })
      const policy = String(headers['content-security-policy'])
      const [, nonce = ''] = /script-src 'nonce-([\w+/]{24})';/.exec(policy) ?? []
      expect(policy).toContain(`style-src-elem 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline';`)
      expect(policy).toContain("connect-src 'self' ws://127.0.0.1:8080;")
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe')
      expect(body).toBe(`<script nonce="${nonce}" src="a"></script><script nonce="${nonce}"></script>`)
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(2)
})

test('its scripts are given, for workers with a policy of their own, and nothing beside them', async () => {
  const { statusCode, headers, body } = await app.inject('/_charter/graphiql/main.js')
  expect([statusCode, headers['content-type'], body]).toEqual([200, 'text/javascript; charset=utf-8', 'export {}'])
  expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'; connect-src 'none'")
  for (const name of ['notes.txt', 'index.html', '..%2Fmain.js'])
    expect((await app.inject(`/_charter/graphiql/${name}`)).statusCode).toBe(404)
})
