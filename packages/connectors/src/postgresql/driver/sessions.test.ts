import { expect, test } from 'vitest'
import { sessions } from './sessions.ts'

const { addressOf } = sessions

import { numberedText } from './text-alone.ts'

test('a URL is read as libpq reads it', () => {
  expect(addressOf('postgresql://us%40er:p%2Fw@[::1]:5433/d%20b?application_name=x')).toMatchObject({
    host: '::1',
    port: 5433,
    user: 'us@er',
    password: 'p/w',
    database: 'd b',
    tls: false,
    applicationName: 'x',
  })
  expect(addressOf('postgres:///db?host=/run/postgresql')).toMatchObject({
    host: '/run/postgresql',
    database: 'db',
    tls: false,
  })
  expect(() => addressOf('postgres://secret@ho st/')).toThrow('cannot be read')
  expect(() => addressOf('postgres://h/d?sslmode=maybe')).toThrow('sslmode')
})

test('a server elsewhere has to prove itself, unless the URL says otherwise', () => {
  const tls = (query: string, host = 'db.example.org') => addressOf(`postgres://u@${host}/d${query}`).tls
  expect(tls('')).toMatchObject({ rejectUnauthorized: true, minVersion: 'TLSv1.2' })
  expect(tls('')).not.toHaveProperty('checkServerIdentity')
  expect(tls('?sslmode=verify-ca')).toMatchObject({
    rejectUnauthorized: true,
    checkServerIdentity: expect.any(Function),
  })
  expect(tls('?sslmode=require')).toMatchObject({ rejectUnauthorized: false })
  expect(tls('?sslmode=disable')).toBe(false)
  for (const here of ['127.0.0.1', 'localhost', '[::1]']) expect(tls('', here)).toBe(false)
  expect(tls('?sslmode=verify-full', 'localhost')).toMatchObject({ rejectUnauthorized: true })
})

test('placeholders are numbered, and nothing in quotes or comments is one', () => {
  expect(numberedText(`SELECT ?, '?''?', "?""", E'\\'?', $x$ ? $x$, ? -- ?\n, /* ? */ ?`)).toBe(
    `SELECT $1, '?''?', "?""", E'\\'?', $x$ ? $x$, $2 -- ?\n, /* ? */ $3`,
  )
})
