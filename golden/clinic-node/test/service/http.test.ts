// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual, match, ok } from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { type Method, type Row, type Running, startService } from '../support.ts'

describe('requests', () => {
  const role = 'clinician'
  const one = '/api/patients/0190f5c6-7b1e-7c3a-9a55-000000000001'
  const list = '/api/patients'
  const collection = '/api/patients'
  const valid = {
    name: 'name 1',
    birthDate: '2025-03-01',
    ssn: '703-69-2581',
    email: 'person1@example.org',
    ward: 'ward 1',
  }
  let service: Running
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.close())

  const send = (method: Method, path: string, text: string | Uint8Array, type = 'application/json', more = {}) =>
    service.ask(method, path, {
      role,
      body: typeof text === 'string' ? Buffer.from(text) : text,
      headers: { 'content-type': type, ...more },
    })

  test('an address is read strictly, and has its bounds', async () => {
    const asked: readonly (readonly [string, number])[] = [
      ['?limit=1', 200],
      ['?', 200],
      ['?&limit=1&', 200],
      ['?limit=%31', 200],
      [`?limit=1&x=${'x'.repeat(8200)}`, 414],
      ['?limit=%ff', 400],
      ['?limit=%', 400],
      ['?%ff=1', 400],
      ['?limit=1&limit=2', 422],
      ['?limit=one', 422],
      ['?limit=1.5', 422],
      ['?limit=-1', 422],
      ['?after=AAAA', 400],
      [`?after=${'A'.repeat(8000)}`, 400],
      ['?limit=1&after=1&after=2', 422],
      ['?count=maybe', 422],
      ['?count=true&count=true', 422],
      ['?notThere=1', 422],
      ['?limit[=1', 422],
      ['?[limit]=1', 422],
      ['?fields=notThere', 422],
      ['?sort=notThere', 422],
      ['?sort=-notThere', 422],
      ['?include=notThere', 422],
      ['?filter[notThere]=1', 422],
      ['?filter[notThere][eq]=1', 422],
      ['?filter[a][b][c]=1', 422],
      ['?filter={', 422],
    ]
    for (const [query, status] of asked) {
      const answer = await service.ask('GET', list + query, { role })
      deepEqual([query, answer.status], [query, status])
    }
  })

  test('answers are JSON for whoever takes it', async () => {
    for (const accept of [
      '*/*',
      'application/json',
      'application/*',
      'application/problem+json',
      'text/html, */*;q=0.1',
      'APPLICATION/JSON; charset=utf-8',
    ])
      deepEqual([accept, (await service.ask('GET', one, { role, headers: { accept } })).status], [accept, 200])
    for (const accept of ['text/html', 'application/json;q=0', 'application/json; q=0.0, text/*', 'application/xml'])
      deepEqual([accept, (await service.ask('GET', one, { role, headers: { accept } })).status], [accept, 406])
  })

  test('a body is JSON in UTF-8, and is told what is wrong with it', async () => {
    const text = JSON.stringify(valid)
    const bodies: readonly (readonly [string | Uint8Array, string, number, string])[] = [
      ['{', 'application/json', 400, 'malformed'],
      ['', 'application/json', 422, 'invalid-input'],
      [new Uint8Array([0x22, 0xff, 0x22]), 'application/json', 400, 'malformed'],
      ['[]', 'application/json', 422, 'invalid-input'],
      ['null', 'application/json', 422, 'invalid-input'],
      ['{"a":1,"a":1}', 'application/json', 422, 'invalid-input'],
      [text, 'text/plain', 415, 'unsupported-media-type'],
      [text, 'application/merge-patch+json', 415, 'unsupported-media-type'],
      [text, 'application/json; charset=latin1', 415, 'unsupported-media-type'],
      [text, 'application/x-ndjson', 415, 'unsupported-media-type'],
      [`"${'x'.repeat(service.service.model.limits.bodyBytesMax)}"`, 'application/json', 413, 'too-large'],
    ]
    for (const [sent, type, status, code] of bodies) {
      const answer = await send('POST', collection, sent, type)
      deepEqual(
        [String(sent).slice(0, 40), type, answer.status, answer.body.code],
        [String(sent).slice(0, 40), type, status, code],
      )
    }
    deepEqual((await send('POST', collection, text, 'application/json; charset=UTF8')).status, 201)
    deepEqual((await send('POST', collection, text, 'application/json; charset="utf-8"')).status === 415, false)
  })

  test('what is not there is not there, and a path says which methods it has', async () => {
    deepEqual((await service.ask('GET', `${list}-not-there`, { role })).status, 404)
    const answer = await service.ask('DELETE', list, { role })
    deepEqual([answer.status, answer.body.code], [405, 'method-not-allowed'])
    match(String(answer.headers.allow), /GET/)
  })

  test('what a client holds is not sent again', async () => {
    const { headers } = await service.ask('GET', one, { role })
    const etag = String(headers.etag)
    for (const held of [etag, `W/${etag}`, `"another", ${etag}`, '*']) {
      deepEqual(
        [held, (await service.ask('GET', one, { role, headers: { 'if-none-match': held } })).status],
        [held, 304],
      )
      deepEqual(
        [held, (await service.ask('HEAD', one, { role, headers: { 'if-none-match': held } })).status],
        [held, 304],
      )
    }
    deepEqual((await service.ask('GET', one, { role, headers: { 'if-none-match': '"another"' } })).status, 200)
  })

  test('the same idempotency key makes one row, and no other request may have it', async () => {
    const headers = { 'idempotency-key': 'a-key-of-a-client' }
    const made = await service.ask('POST', collection, { role, body: valid, headers })
    deepEqual(made.status, 201)
    const again = await service.ask('POST', collection, { role, body: valid, headers })
    deepEqual([again.status, again.headers['idempotency-replayed'], again.body], [201, 'true', made.body])
    const other = await service.ask('POST', collection, { role, body: {}, headers })
    deepEqual(other.status, 422)
    for (const key of ['', 'a key', 'x'.repeat(256)]) {
      const answer = await service.ask('POST', collection, { role, body: valid, headers: { 'idempotency-key': key } })
      ok(answer.status === 400 || answer.status === 422, `"${key}" is answered with ${answer.status}`)
    }
  })

  test('a search takes a selection and nothing else', async () => {
    const asked: readonly (readonly [unknown, number])[] = [
      [{}, 200],
      [{ limit: 1, count: true }, 200],
      [{ filter: { and: [] } }, 200],
      [{ notThere: 1 }, 422],
      [{ limit: 1.5 }, 422],
      [{ limit: '1' }, 422],
      [{ after: 7 }, 422],
      [{ count: 'true' }, 422],
      [{ sort: 'x' }, 422],
      [{ sort: ['notThere'] }, 422],
      [{ fields: 'x' }, 422],
      [{ include: ['x'] }, 422],
      [{ include: { notThere: {} } }, 422],
      [{ filter: 7 }, 422],
      [{ filter: [] }, 422],
      [{ filter: { and: {} } }, 422],
      [{ filter: { or: [7] } }, 422],
      [{ filter: { not: [] } }, 422],
      [{ filter: { and: [], or: [] } }, 422],
      [{ filter: { field: 7, op: 'eq', value: 1 } }, 422],
      [{ filter: { field: 'notThere', op: 'eq', value: 1 } }, 422],
      [{ filter: { field: 'id', op: 'near', value: 1 } }, 422],
      [{ filter: { field: 'id', op: 'eq' } }, 422],
      [{ filter: { field: 'id', op: 'in', value: 7 } }, 422],
      [{ filter: { field: 'id', op: 'in', value: [] } }, 200],
      [{ filter: { field: 'id', op: 'isNull', value: 7 } }, 422],
      [{ filter: { field: 'id', op: 'isNull', value: true, more: 1 } }, 422],
      [{ filter: { and: Array.from({ length: 2000 }, () => ({ and: [] })) } }, 413],
    ]
    for (const [body, status] of asked) {
      const answer = await service.ask('POST', '/api/patients/search', { role, body })
      deepEqual([JSON.stringify(body).slice(0, 100), answer.status], [JSON.stringify(body).slice(0, 100), status])
    }
  })

  test('a batch is so many calls, each answered for itself, or all undone', async () => {
    const call = { operation: 'Patient.create', value: valid }
    const refused: readonly (readonly [unknown, readonly string[]])[] = [
      [{ calls: [] }, ['/calls']],
      [{ calls: {} }, ['/calls']],
      [{ calls: [7] }, ['/calls']],
      [{ calls: Array.from({ length: service.service.model.limits.batchMax + 1 }, () => call) }, ['/calls']],
      [{ calls: [call], atomic: 'yes' }, ['/atomic']],
      [{ calls: [call], more: 1 }, ['/more']],
      [[], ['/calls']],
    ]
    const { bodyBytesMax } = service.service.model.limits
    for (const [body, paths] of refused.filter(([body]) => JSON.stringify(body).length <= bodyBytesMax)) {
      const answer = await service.ask('POST', '/api/batch', { role, body })
      deepEqual([answer.status, answer.body.errors?.map(({ path }: Row) => path)], [422, paths])
    }
    deepEqual((await service.ask('POST', '/api/batch', { body: { calls: [call] } })).status, 401)
    const wrong: readonly (readonly [Row, string])[] = [
      [{ ...call, operation: 7 }, '/operation'],
      [{ ...call, key: 7 }, '/key'],
      [{ ...call, ifMatch: 7 }, '/ifMatch'],
      [{ ...call, idempotencyKey: 'a key' }, '/idempotencyKey'],
      [{ ...call, idempotencyKey: 7 }, '/idempotencyKey'],
      [{ ...call, more: 1 }, '/more'],
      [{ ...call, select: 7 }, '/select'],
    ]
    const answer = await service.ask('POST', '/api/batch', { role, body: { calls: wrong.map(([each]) => each) } })
    deepEqual(answer.status, 200)
    deepEqual(
      answer.body.results.slice(1).map(({ problem }: Row) => problem.errors?.[0].path),
      wrong.slice(1).map(([, path]) => path),
    )
    const before = await service.ask('GET', `${list}?count=true&limit=1`, { role })
    const undone = await service.ask('POST', '/api/batch', {
      role,
      body: { atomic: true, calls: [call, { ...call, value: {} }] },
    })
    deepEqual(
      undone.body.results.map(({ status }: Row) => status < 300),
      [false, false],
    )
    deepEqual((await service.ask('GET', `${list}?count=true&limit=1`, { role })).body.count, before.body.count)
    const done = await service.ask('POST', '/api/batch', {
      role,
      body: {
        calls: [
          { ...call, idempotencyKey: 'once' },
          { ...call, idempotencyKey: 'once' },
          { ...call, value: {} },
        ],
      },
    })
    deepEqual(
      done.body.results.map(({ status, isReplayed }: Row) => [status < 300, isReplayed]),
      [
        [true, undefined],
        [true, true],
        [false, undefined],
      ],
    )
  })

  test('an import takes a row a line, as many as are right, once for one key', async () => {
    const path = '/api/patients/import'
    const line = JSON.stringify(valid)
    const key = { 'idempotency-key': 'an-import' }
    const report = (answer: Row) => [
      answer.status,
      answer.body.lines,
      answer.body.created,
      answer.body.failures?.map((each: Row) => each.line),
    ]
    deepEqual(report(await send('POST', path, `\n${line}\r\n  \n{\n`, 'application/x-ndjson', key)), [207, 2, 1, [4]])
    deepEqual(report(await send('POST', path, `\n${line}`, 'application/x-ndjson', key)), [200, 1, 1, []])
    deepEqual((await send('POST', path, line)).status, 415)
    deepEqual(
      (
        await service.ask('POST', path, {
          body: Buffer.from(line),
          headers: { 'content-type': 'application/x-ndjson' },
        })
      ).status,
      401,
    )
    const long = 'x'.repeat(service.service.model.limits.bodyBytesMax + 1)
    for (const text of [long, `${long}\n`])
      deepEqual((await send('POST', path, text, 'application/x-ndjson')).status, 413)
  })
})
