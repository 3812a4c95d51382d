// Generated from the charter "clinic". What you change here is merged when generating again.

import { deepEqual, match } from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client, credentials, Metadata } from '@grpc/grpc-js'
import { grpcServer } from '../../src/grpc-server.ts'
import { claims, type Running, startService } from '../support.ts'

describe('styles', () => {
  const role = 'clinician'
  let service: Running
  before(async () => {
    service = await startService()
  })
  after(() => service.close())

  test('REST lists', async () => {
    const answer = await service.ask('GET', '/api/patients', { role })
    deepEqual([answer.status, answer.body.items.length > 0], [200, true])
  })

  const query = '{ patients(first: 1) { nodes { __typename } } }'

  test('GraphQL lists, with POST and with GET, in the media type that is asked for', async () => {
    const answer = await service.ask('POST', '/graphql', { role, body: { query } })
    deepEqual([answer.status, answer.body.errors, answer.body.data.patients.nodes.length], [200, undefined, 1])
    deepEqual(
      (await service.ask('GET', `/graphql?query=${encodeURIComponent(query)}&variables=&operationName=`, { role }))
        .body,
      answer.body,
    )
    const types: readonly (readonly [string, number, string])[] = [
      ['*/*', 200, 'application/json; charset=utf-8'],
      ['application/*', 200, 'application/json; charset=utf-8'],
      [
        'text/html, application/graphql-response+json;q=0.5, application/json;q=0.1',
        200,
        'application/graphql-response+json; charset=utf-8',
      ],
      ['application/json; charset=utf8', 200, 'application/json; charset=utf-8'],
      ['application/json; charset=utf-8', 200, 'application/json; charset=utf-8'],
      ['application/json; charset=latin1', 406, 'application/json; charset=utf-8'],
      ['application/json;q=0', 406, 'application/json; charset=utf-8'],
      ['text/html', 406, 'application/json; charset=utf-8'],
    ]
    for (const [accept, status, type] of types) {
      const { status: found, headers } = await service.ask('POST', '/graphql', {
        role,
        body: { query },
        headers: { accept },
      })
      deepEqual([accept, found, headers['content-type']], [accept, status, type])
    }
  })

  test('GraphQL refuses what is no request, and documents that are not sound or ask for too much', async () => {
    const many = (count: number, each: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => each(at)).join(' ')
    const refused: readonly (readonly [unknown, number])[] = [
      [[], 400],
      [{}, 400],
      [{ query: 7 }, 400],
      [{ query, operationName: 7 }, 400],
      [{ query, variables: [] }, 400],
      [{ query, extensions: 'x' }, 400],
      [{ query, extensions: { persistedQuery: { sha256Hash: '0'.repeat(64) } } }, 400],
      [{ extensions: { persistedQuery: { sha256Hash: '0'.repeat(64) } } }, 501],
      [{ query: '{' }, 400],
      [{ query: '{ notThere }' }, 400],
      [{ query: `query a ${query} query b ${query}` }, 400],
      [{ query: `query a ${query}`, operationName: 'b' }, 400],
      [{ query: 'query a($x: Boolean!) { __typename @skip(if: $x) }' }, 422],
      [{ query: 'query a($x: Boolean = true) { __typename @skip(if: $x) }', variables: { x: null } }, 422],
      [{ query: `{ ${'['.repeat(201)} }` }, 413],
      [{ query: `{ ${many(2001, () => '__typename')} }` }, 413],
      [{ query: `{ ${many(51, (at) => `a${at}: __typename`)} }` }, 413],
      [{ query: `{ ${many(9000, () => '!')} }` }, 400],
      [
        {
          query: `{ ${many(50, (at) => `a${at}: patients(first: 100) { a: edges { node { __typename } } b: edges { node { __typename } } c: edges { node { __typename } } d: nodes { __typename } e: nodes { __typename } }`)} }`,
        },
        413,
      ],
      [{ query: '{ patients(first: -1) { nodes { __typename } } }' }, 200],
      [{ query: 'subscription { __typename }' }, 400],
    ]
    const { bodyBytesMax } = service.service.model.limits
    for (const [body, status] of refused.filter(([body]) => JSON.stringify(body).length <= bodyBytesMax)) {
      const answer = await service.ask('POST', '/graphql', {
        role,
        body,
        headers: { accept: 'application/graphql-response+json' },
      })
      deepEqual(
        [JSON.stringify(body).slice(0, 120), answer.status, (answer.body.errors ?? []).length > 0],
        [JSON.stringify(body).slice(0, 120), status, true],
      )
    }
    const sent = (body: string | Uint8Array, type: string) =>
      service.ask('POST', '/graphql', { role, body: Buffer.from(body as string), headers: { 'content-type': type } })
    deepEqual((await sent(JSON.stringify({ query }), 'application/json; charset=latin1')).status, 415)
    deepEqual((await sent(JSON.stringify({ query }), 'application/json; charset=UTF8')).status, 200)
    deepEqual((await sent(JSON.stringify({ query }), 'application/json; charset="utf-8"')).status, 200)
    deepEqual((await sent('', 'application/json')).status, 400)
    deepEqual((await sent(new Uint8Array([0x22, 0xff, 0x22]), 'application/json')).status, 400)
    deepEqual((await service.ask('GET', `/graphql?query=${'x'.repeat(8200)}`, { role })).status, 413)
    deepEqual((await service.ask('POST', '/graphql', { body: { query: 7 } })).status, 401)
    deepEqual((await service.ask('POST', '/graphql', { body: { query } })).body.data?.patients ?? null, null)
  })

  const soap = 'http://schemas.xmlsoap.org/soap/envelope/'
  const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
  const body = (inside = '') => `<ListPatients xmlns="urn:charter:clinic:1">${inside}</ListPatients>`
  const envelope = (inside: string, header = '') =>
    `<s:Envelope xmlns:s="${soap}">${header === '' ? '' : `<s:Header>${header}</s:Header>`}<s:Body>${inside}</s:Body></s:Envelope>`
  const sendXml = (text: string, headers = {}, as: string | undefined = role) =>
    service.ask('POST', '/soap/Clinic', {
      ...(as !== undefined && { role: as }),
      body: Buffer.from(text),
      headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
    })

  test('SOAP lists', async () => {
    for (const inside of ['', '<select><limit>1</limit><count>1</count></select>']) {
      const answer = await sendXml(envelope(body(inside)))
      deepEqual(answer.status, 200)
      match(answer.body, /ListPatientsResponse/)
    }
    const modern = envelope(body()).replace(soap, 'http://www.w3.org/2003/05/soap-envelope')
    deepEqual((await sendXml(modern, { 'content-type': 'application/soap+xml; charset=utf-8' })).status, 200)
  })

  test('SOAP refuses envelopes that are none, and what nobody understands', async () => {
    const deep = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels)
    const refused: readonly (readonly [string, RegExp])[] = [
      ['', /SOAP envelope|document/],
      ['<a/>', /not an envelope/],
      ['<Envelope/>', /VersionMismatch/],
      [envelope(''), /must hold one element/],
      [envelope(body() + body()), /must hold one element/],
      [`<!DOCTYPE a [<!ENTITY b "c">]>${envelope(body())}`, /document type/],
      [`<?xml version="1.0" encoding="latin1"?>${envelope(body())}`, /UTF-8/],
      [envelope(body()).slice(0, -4), /not a document/],
      [envelope(body(deep(100))), /at most 96 deep/],
      [
        envelope(body(`<a ${Array.from({ length: 40 }, (_, at) => `b${at}="1"`).join(' ')}/>`)),
        /at most 32 attributes/,
      ],
      [envelope(body(), `<a s:mustUnderstand="1" xmlns="urn:other"/>`), /not understood/],
      [envelope(body(), `<a s:mustUnderstand="true" xmlns="urn:other"/>`), /not understood/],
      [envelope(body(), `<Security xmlns="${security}"/><Security xmlns="${security}"/>`), /one Security header/],
      [envelope(body('<notThere/>')), /Only key, value/],
      [envelope(body('<idempotencyKey>a key</idempotencyKey>')), /visible ASCII/],
      [envelope(body('<select><limit>one</limit></select>')), /whole number/],
      [envelope(body('<select><count>yes</count></select>')), /true or false/],
      [envelope(body('<select><notThere/></select>')), /no such part/],
      [envelope(body('<select><include><notThere/></include></select>')), /no relation/],
      [envelope(body('<select><filter/></select>')), /Give one of/],
      [envelope('<NotThere xmlns="urn:charter:clinic:1"/>'), /Fault/],
      [envelope('<ListPatients xmlns="urn:other"/>'), /Fault/],
    ]
    for (const [text, said] of refused) {
      const answer = await sendXml(text)
      deepEqual([text.slice(0, 200), answer.status >= 400], [text.slice(0, 200), true])
      match(String(answer.body), said, text.slice(0, 300))
    }
    for (const header of ['<a xmlns="urn:other"/>', '<a s:mustUnderstand="0" xmlns="urn:other"/>'])
      deepEqual((await sendXml(envelope(body(), header))).status, 200)
  })

  test('SOAP takes a token as a password, for the one whom it proves', async () => {
    const token = (await service.service.development?.token([role], claims)) ?? ''
    const { id } = (await service.service.authenticate({ kind: 'bearer', text: token })) ?? { id: '' }
    const as = (inside: string) =>
      sendXml(envelope(body(), `<Security xmlns="${security}">${inside}</Security>`), {}, undefined)
    const named = (username: string, type = '') =>
      `<UsernameToken><Username>${username}</Username><Password${type}>${token}</Password></UsernameToken>`
    deepEqual((await as(named(id))).status, 200)
    for (const inside of [
      '',
      '<UsernameToken/>',
      named('another'),
      named(id, ' Type="urn:digest"'),
      named(id) + named(id),
      `<UsernameToken><Username>${id}</Username></UsernameToken>`,
    ]) {
      const answer = await as(inside)
      deepEqual([inside, answer.status >= 400, /Response/.test(answer.body)], [inside, true, false])
    }
  })

  const rpc = (method: string, params: unknown, headers = {}, as: string | undefined = role) =>
    service.ask('POST', '/mcp', {
      ...(as !== undefined && { role: as }),
      body: { jsonrpc: '2.0', id: 1, method, params },
      headers: { accept: 'application/json, text/event-stream', ...headers },
    })

  test('MCP lists, by a tool whose arguments are read strictly', async () => {
    const call = (given: unknown) => rpc('tools/call', { name: 'list_patients', arguments: given })
    for (const given of [{}, { limit: 1, count: true }]) {
      const answer = await call(given)
      deepEqual([answer.status, answer.body.error, answer.body.result.isError ?? false], [200, undefined, false])
    }
    const refused: readonly unknown[] = [
      { notThere: 1 },
      { limit: 'one' },
      { limit: 1.5 },
      { count: 1 },
      { after: 7 },
      { filter: 7 },
      { sort: 'x' },
      { fields: 'x' },
      { fields: ['notThere'] },
      { include: { notThere: {} } },
    ]
    for (const given of refused) {
      const { body } = await call(given)
      deepEqual([given, Boolean(body.error ?? body.result?.isError)], [given, true])
    }
    const { body } = await rpc('tools/call', { name: 'not-there', arguments: {} })
    deepEqual(Boolean(body.error ?? body.result?.isError), true)
    deepEqual((await rpc('tools/list', {})).body.result.tools.length > 0, true)
  })

  test('MCP answers no page of another site, nobody without a token, and nothing that is no message', async () => {
    for (const origin of ['https://another.example', 'null', 'localhost'])
      deepEqual([origin, (await rpc('tools/list', {}, { origin })).status], [origin, 403])
    deepEqual(
      (await rpc('tools/list', {}, { origin: 'http://localhost:80', host: 'localhost:80' })).status === 403,
      true,
    )
    const nobody = await service.ask('POST', '/mcp', { body: {} })
    deepEqual(nobody.status, 401)
    match(String(nobody.headers['www-authenticate']), /resource_metadata/)
    deepEqual((await service.ask('POST', '/mcp', { headers: { authorization: 'Bearer x' }, body: {} })).status, 401)
    for (const text of ['', '{', '[]']) {
      const answer = await service.ask('POST', '/mcp', {
        role,
        body: Buffer.from(text),
        headers: { accept: 'application/json, text/event-stream' },
      })
      deepEqual([text, answer.status >= 400], [text, true])
    }
  })

  test('gRPC lists, and refuses bytes that are no message', async () => {
    const listener = grpcServer(service.service, service.config)
    const url = await listener.listen({ host: '127.0.0.1', port: 0 })
    const client = new Client(new URL(url).host, credentials.createInsecure())
    const token = (await service.service.development?.token([role], claims)) ?? ''
    const asIs = (bytes: Buffer) => bytes
    const call = (
      bytes: readonly number[] | Buffer,
      metadata: { readonly [name: string]: string } = { authorization: `Bearer ${token}` },
      path = '/clinic.v1.PatientService/ListPatients',
    ) =>
      new Promise<number>((resolve) => {
        const given = new Metadata()
        for (const [name, value] of Object.entries(metadata)) given.set(name, value)
        client.makeUnaryRequest(path, asIs, asIs, Buffer.from(bytes), given, (error) => resolve(error?.code ?? 0))
      })
    const text = (field: number, value: string | readonly number[]) => [
      field * 8 + 2,
      Buffer.from(value as string).length,
      ...Buffer.from(value as string),
    ]
    try {
      const cases: readonly (readonly [readonly number[], number])[] = [
        [[], 0],
        [[0x08, 0x01], 0],
        [[0xf8, 0x3f, 0x01], 0],
        [[0x08], 3],
        [[0x0a, 0x00], 3],
        [[0x0b], 3],
        [[0x00, 0x00], 3],
        [[0x12, 0x05, 0x41], 3],
        [[0x12, 0x02, 0xc3, 0x28], 3],
        [[0x08, ...Array.from({ length: 11 }, () => 0xff), 0x01], 3],
        [[0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x01], 3],
        [[0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], 3],
        [text(2, 'AAAA'), 3],
        [text(4, 'not_there'), 3],
        [text(4, 'not_there desc'), 3],
        [text(4, ','), 3],
      ]
      for (const [bytes, status] of cases) deepEqual([bytes, await call(bytes)], [bytes, status])
      deepEqual(await call([], {}), 16)
      deepEqual(await call([], { authorization: 'Bearer x' }), 16)
      deepEqual(await call([], { authorization: `Bearer ${token}` }, '/not.there/Method'), 12)
      deepEqual(await call(Buffer.alloc(service.service.model.limits.bodyBytesMax + 10)), 8)
    } finally {
      client.close()
      await listener.close()
    }
  })
})
