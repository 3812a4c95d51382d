import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { type Served, serveStyles } from '@charter/styles/serve'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clinicText, type Opened, open } from './testing/clinic.ts'

let opened: Opened
let served: Served

beforeAll(async () => {
  opened = await open({ text: `${clinicText()}\nmcp: { tools: all }\n` })
  served = await serveStyles(opened.derived.styles, opened.service, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await served.close()
  await opened.close()
})

/** The whole answer to the head of a request and the start of a body that never comes; rejects where none comes. */
const answerTo = async (head: string, start = ''): Promise<string> => {
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
  socket.write(`${head}\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n${start}`)
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await once(socket, 'close', { signal: AbortSignal.timeout(5000) })
  return text
}

const json = 'HTTP/1.1\r\nContent-Type: application/json'
const envelope = (security: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header>${security}</e:Header><e:Body>${' '.repeat(70_000)}`
const secured = (password: string) =>
  `<s:Security xmlns:s="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><s:UsernameToken><s:Username>ada</s:Username><s:Password>${password}</s:Password></s:UsernameToken></s:Security>`

test.each([
  ['REST', `POST /api/patients ${json}`, '', /^HTTP\/1\.1 401 .*"code":"unauthenticated"/s],
  ['a batch', `POST /api/batch ${json}`, '', /^HTTP\/1\.1 401 .*"code":"unauthenticated"/s],
  ['a bulk import', 'POST /api/patients/import HTTP/1.1\r\nContent-Type: application/x-ndjson', '', /^HTTP\/1\.1 401 /],
  ['GraphQL', `POST /graphql ${json}`, '', /^HTTP\/1\.1 401 .*"errors":\[\{.*"code":"unauthenticated"/s],
  ['MCP', `POST /mcp ${json}`, '', /^HTTP\/1\.1 401 .*resource_metadata=.*"code":"unauthenticated"/is],
  [
    'SOAP',
    'POST /soap/Clinic HTTP/1.1\r\nContent-Type: text/xml',
    envelope(''),
    /^HTTP\/1\.1 500 .*>unauthenticated</s,
  ],
  [
    'SOAP with a credential that is none',
    'POST /soap/Clinic HTTP/1.1\r\nContent-Type: text/xml',
    envelope(secured('nonsense')),
    /^HTTP\/1\.1 500 .*>unauthenticated</s,
  ],
  ['a token that is none', `POST /graphql ${json}\r\nAuthorization: Bearer nonsense`, '', /^HTTP\/1\.1 401 /],
  ['an address of nothing', `POST /nothing ${json}`, '', /^HTTP\/1\.1 404 /],
])('%s refuses nobody before a body is read, and closes the connection', async (_, head, start, expected) => {
  const text = await answerTo(head, start)
  expect(text).toMatch(expected)
  expect(text).toMatch(/\r\nconnection: close\r\n/i)
})

test('gRPC refuses nobody before a message is read', async () => {
  const session = connectHttp2(served.urls.grpc ?? '')
  const stream = session.request(
    {
      ':method': 'POST',
      ':path': '/clinic.v1.PatientService/GetPatient',
      'content-type': 'application/grpc',
      te: 'trailers',
    },
    { endStream: false },
  )
  const [headers] = await once(stream, 'response', { signal: AbortSignal.timeout(5000) })
  const [trailers] = headers['grpc-status'] === undefined ? await once(stream, 'trailers') : [headers]
  expect(trailers['grpc-status']).toBe('16')
  session.destroy()
})

test.each([
  ['soap', '/soap/Clinic', 'text/xml', '<a>'],
  ['rest', '/api/patients/import', 'application/x-ndjson', '{"name":'],
])('a body that is cut off is counted, and is no bug: %s', async (style, path, type, start) => {
  const { service } = opened
  const token = await service.development?.token(['clinician'], { ward: 'north' })
  const signedIn = style === 'rest' ? `Authorization: Bearer ${token}\r\n` : ''
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${signedIn}Content-Type: ${type}\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n${start}`,
  )
  // It has been begun when the rest is asked for.
  await once(socket, 'data', { signal: AbortSignal.timeout(5000) })
  socket.destroy()
  const counted = async () => {
    await service.audit.flush()
    const recorded = await service.state.recentAudit(100, 0)
    return recorded.some(({ origin, outcome }) => origin.style === style && outcome === 'cancelled')
  }
  await expect.poll(counted).toBe(true)
})

test('what came to no call is on record as counts, in every style', async () => {
  const { service } = opened
  await service.audit.flush()
  const counted = (await service.state.recentAudit(100, 0)).filter(({ operation }) => operation === 'refused')
  const styles = new Set(counted.map(({ origin }) => origin.style))
  expect([...styles].sort()).toEqual(['graphql', 'grpc', 'http', 'mcp', 'rest', 'soap'])
  for (const { principal, origin, rows } of counted)
    expect([principal, origin.address, (rows ?? 0) > 0]).toEqual([null, '127.0.0.1', true])
})
