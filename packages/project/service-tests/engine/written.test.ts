import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { and, not, or } from '../../src/runtime/call/predicate.ts'
import type { Predicate } from '../../src/runtime/index.ts'
import { byDeadline, isLate, msLeft, signalOf, whyOver } from '../../src/runtime/limits/until.ts'
import { ProblemError, problem } from '../../src/runtime/problem/problem.ts'
import { keyProviderOf } from '../../src/runtime/protect/keys/config.ts'
import { selectionJson } from '../../src/runtime/selection/json.ts'
import { describedError } from '../../src/runtime/settings/described-error.ts'
import { decode } from '../../src/sql-store/storage.ts'

const text = { kind: 'text' } as const
const is = (field: string, value: string): Predicate => ({
  kind: 'compare',
  op: 'eq',
  left: { kind: 'field', path: [field] },
  right: { kind: 'value', value, type: text },
})

describe('what is written and read', () => {
  test('conditions are folded where they are certain', () => {
    const [a, b] = [is('a', '1'), is('b', '2')]
    const [yes, no] = [{ kind: 'true' }, { kind: 'false' }] as const
    deepEqual(
      [and(), and(yes), and(a), and(a, yes), and(a, no), and(a, b)],
      [yes, yes, a, a, no, { kind: 'and', of: [a, b] }],
    )
    deepEqual([or(), or(no), or(a), or(a, no), or(a, yes), or(a, b)], [no, no, a, a, yes, { kind: 'or', of: [a, b] }])
    deepEqual([not(yes), not(no), not(not(a)), not(a)], [no, yes, a, { kind: 'not', of: a }])
  })

  test('a selection has its words in JSON, or none at all', () => {
    const filter = is('a', '1')
    const said = {
      fields: ['a'],
      sort: [{ field: 'a', isDescending: true }, { field: 'b' }],
      limit: 1,
      after: 'x',
      count: true,
      filter,
      include: { parts: {} },
    }
    deepEqual(selectionJson(said), {
      fields: ['a'],
      sort: ['-a', 'b'],
      limit: 1,
      after: 'x',
      count: true,
      filter: { field: 'a', op: 'eq', value: '1' },
      include: { parts: {} },
    })
    deepEqual(selectionJson({}), {})
    deepEqual(
      selectionJson({
        filter: {
          kind: 'not',
          of: {
            kind: 'or',
            of: [
              filter,
              { kind: 'in', left: { kind: 'field', path: ['a'] }, right: [{ kind: 'value', value: '1', type: text }] },
            ],
          },
        },
      }),
      {
        filter: {
          not: {
            or: [
              { field: 'a', op: 'eq', value: '1' },
              { field: 'a', op: 'in', value: ['1'] },
            ],
          },
        },
      },
    )
    const own: Predicate = {
      kind: 'compare',
      op: 'eq',
      left: { kind: 'field', path: ['a'] },
      right: { kind: 'principal', attribute: 'b' },
    } as never
    const far: Predicate = { ...is('a', '1'), left: { kind: 'field', path: ['a', 'b'] } } as never
    for (const unsaid of [
      own,
      far,
      { kind: 'and', of: [filter, own] },
      { kind: 'not', of: far },
      { kind: 'role', role: 'x' },
    ] as readonly Predicate[])
      equal(selectionJson({ filter: unsaid }), undefined)
    for (const unsaid of [
      { relation: 'parts' },
      { aggregate: {} },
      { include: { parts: { filter: own } } },
      { include: { other: { relation: 'parts' } } },
    ])
      equal(selectionJson(unsaid as never), undefined)
  })

  test('what a database holds reads as a value, or as none where it is out of range', () => {
    const read: readonly (readonly [object, unknown, unknown])[] = [
      [{ kind: 'date' }, '2026-06-15', '2026-06-15'],
      [{ kind: 'date' }, 'infinity', null],
      [{ kind: 'date' }, '12026-06-15', null],
      [{ kind: 'date' }, '2026-06-15 BC', null],
      [{ kind: 'timestamp' }, '2026-06-15 12:00:00', '2026-06-15T12:00:00'],
      [{ kind: 'timestamp' }, '0044-03-15 12:00:00 BC', null],
      [{ kind: 'timestamp' }, 'infinity', null],
      [{ kind: 'timestamptz' }, '2026-06-15 12:00:00+00', '2026-06-15T12:00:00Z'],
      [{ kind: 'timestamptz' }, '0044-03-15 12:00:00+00 BC', null],
      [{ kind: 'time' }, '23:59:59', '23:59:59'],
      [{ kind: 'time' }, '24:00:00', null],
      [{ kind: 'numeric', scale: 2 }, '1.5', '1.50'],
      [{ kind: 'numeric', scale: 2 }, '1.50', '1.50'],
      [{ kind: 'numeric', scale: 2 }, '1.500', '1.50'],
      [{ kind: 'numeric', scale: 2 }, '1.505', null],
      [{ kind: 'numeric', scale: 2 }, 'NaN', null],
      [{ kind: 'numeric', scale: 0 }, '7', '7'],
      [{ kind: 'integer' }, 7, 7],
      [{ kind: 'integer' }, 2147483648, null],
      [{ kind: 'bigint' }, '9223372036854775807', '9223372036854775807'],
      [{ kind: 'bigint' }, '9223372036854775808', null],
      [{ kind: 'real' }, 'NaN', null],
      [{ kind: 'safeInteger' }, '7', 7],
      [{ kind: 'safeInteger' }, '9007199254740992', null],
      [{ kind: 'json' }, '{"a":1.5,"b":"12345678901234567890"}', { a: 1.5, b: '12345678901234567890' }],
      [{ kind: 'json' }, '[1000000000000000000000]', [1e21]],
    ]
    for (const [storage, stored, value] of read)
      deepEqual([storage, stored, decode(storage as never, stored as never)], [storage, stored, value])
    for (const text of ['[12345678901234567890]', '[0.12345678901234567890]', '[1.000000000000000e400]'])
      deepEqual(JSON.stringify(decode({ kind: 'json' } as never, text as never)), text)
  })

  test('an error is described without what it says', () => {
    const told = new TypeError('at home\n    at secret (file:///home/secret.ts:1:1)')
    const described = describedError(told)
    deepEqual([described.name, 'message' in described], ['TypeError', false])
    ok(described.stack.length > 0)
    equal(
      described.stack.some((line) => line.includes('secret')),
      false,
    )
    const quiet = new Error('')
    ok(describedError(quiet).stack.some((line) => line.includes('written.test')))
    const caused = describedError(
      new ProblemError(problem('unavailable', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) })),
    )
    deepEqual(
      [caused.message, caused.cause?.code, caused.cause && 'message' in caused.cause],
      ['The service cannot answer now.', 'ECONNREFUSED', false],
    )
    equal(describedError(Object.assign(new Error('x'), { code: 'a code', name: 'a name' })).code, undefined)
    deepEqual(describedError('text'), { name: 'string', stack: [] })
    let chain: Error = new Error('0')
    for (let at = 1; at < 9; at++) chain = new Error(String(at), { cause: chain })
    let depth = 0
    for (let each = describedError(chain).cause; each; each = each.cause) depth++
    equal(depth, 3)
  })

  test('nobody waits past a deadline, nor for what nobody wants any more', async () => {
    const past = Date.now() - 1
    deepEqual([whyOver(undefined), whyOver({}), whyOver({ deadlineMs: Date.now() + 10_000 })], [null, null, null])
    equal(whyOver({ deadlineMs: past })?.problem.code, 'timeout')
    equal(whyOver({ abort: AbortSignal.abort() })?.problem.code, 'cancelled')
    deepEqual(
      [
        isLate({}),
        isLate({ deadlineMs: past }),
        msLeft(undefined, 5),
        msLeft({ deadlineMs: past }, 5),
        msLeft({ deadlineMs: Date.now() + 10_000 }, 5),
      ],
      [false, true, 5, 0, 5],
    )
    equal(await byDeadline(undefined, Promise.resolve(7)), 7)
    equal(await byDeadline({ deadlineMs: Date.now() + 10_000 }, Promise.resolve(7)), 7)
    await rejects(byDeadline({ deadlineMs: Date.now() + 20 }, new Promise(() => {})), /./)
    await rejects(byDeadline({ deadlineMs: Date.now() + 10_000 }, Promise.reject(new Error('no'))), /no/)
    const [abort, never] = [new AbortController(), signalOf({})]
    const signal = signalOf({ abort: abort.signal })
    abort.abort()
    deepEqual([signal.aborted, never.aborted, signalOf({ abort: AbortSignal.abort() }).aborted], [true, false, true])
    const late = signalOf({ deadlineMs: Date.now() + 10 })
    await new Promise((resolve) => late.addEventListener('abort', resolve))
  })

  test('a key service is named in full, and nowhere that others read along', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-'))
    const account = join(folder, 'account.json')
    writeFileSync(account, '{}')
    const resource = 'projects/p/locations/l/keyRings/r/cryptoKeys/k'
    const wrong: readonly (readonly [string, Readonly<{ [name: string]: string }>, RegExp])[] = [
      ['vault:transit@https://vault.example', { VAULT_TOKEN: 't' }, /is like vault:transit/],
      ['vault:transit/@https://vault.example', { VAULT_TOKEN: 't' }, /is like vault:transit/],
      ['vault:transit/key', { VAULT_TOKEN: 't' }, /is like vault:transit/],
      ...[
        'http://vault.example',
        'https://user@vault.example',
        'https://vault.example/?a=b',
        'vault.example',
        'ftp://127.0.0.1',
      ].map((at): [string, { [name: string]: string }, RegExp] => [
        `vault:transit/key@${at}`,
        { VAULT_TOKEN: 't' },
        /takes an https address/,
      ]),
      ...['https://v.example/keys', 'https://v.example/keys/a/b', 'https://v.example/secrets/a'].map(
        (at): [string, { [name: string]: string }, RegExp] => [`azurekv:${at}`, {}, /is like azurekv/],
      ),
      [`gcpkms:${resource}`, { GOOGLE_APPLICATION_CREDENTIALS: account }, /readable key file/],
      [`gcpkms:${resource}`, { GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'none') }, /readable key file/],
      [`gcpkms:${resource}`, {}, /needs GOOGLE_APPLICATION_CREDENTIALS/],
      ['gcpkms:projects/p', {}, /is like gcpkms/],
      ['ocivault:key@https://a.example', {}, /is like ocivault/],
    ]
    const open = (keys: string, env: Readonly<{ [name: string]: string }>) =>
      keyProviderOf({
        env: { ...env, CHARTER_KEYS: keys },
        mode: 'production',
        dataFolder: folder,
        nowMs: () => 0,
      } as never)
    for (const [keys, env, told] of wrong)
      await rejects(
        async () => open(keys, env),
        (error: Error) => {
          match(error.message, told, keys)
          return true
        },
      )
    for (const at of ['https://vault.example/', 'http://127.0.0.1:8200'])
      ok(await open(`vault:transit/key@${at}`, { VAULT_TOKEN: 't' }))
    await rejects(async () => open('local', {}), /production refuses/)
    rmSync(folder, { recursive: true })
  })
})
