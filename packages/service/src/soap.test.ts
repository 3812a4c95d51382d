import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { type Served, serveStyles } from '@charter/styles/serve'
import { createClientAsync } from 'soap'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { ada, clinicText, meiLing, type Opened, open } from './testing/clinic.ts'

let opened: Opened
let served: Served
let token: string
const messages: string[] = []
const everyOperation = new URL('./testing/every-operation.py', import.meta.url).pathname

beforeEach(async () => {
  messages.length = 0
  opened = await open({ text: clinicText().replace(/serves: .*/, 'serves: [rest, soap]') })
  token = (await opened.service.development?.token(['clinician'], { ward: 'north' })) ?? ''
  served = await serveStyles(opened.derived.styles, opened.service, {
    host: '127.0.0.1',
    port: 0,
    extend: (app) => {
      app.addHook('preHandler', async ({ body }) => {
        if (Buffer.isBuffer(body)) messages.push(body.toString())
      })
      app.addHook('onSend', async (_request, _reply, payload) => {
        if (String(payload).includes('Envelope')) messages.push(String(payload))
      })
    },
  })
})
afterEach(async () => {
  await served.close()
  await opened.close()
})

const wsdl = () => `${served.url}/soap/Clinic?wsdl`

/** The schema of the contract, and what each message holds in its body, as documents of their own. */
const validate = async (): Promise<readonly string[]> => {
  const contract = await (await fetch(wsdl())).text()
  const schema = /<xs:schema[\s\S]*<\/xs:schema>/.exec(contract)?.[0] ?? ''
  const bodies = messages.flatMap((message, at) => {
    const [, body = ''] = /<[\w-]*:?Body[^>]*>([\s\S]*)<\/[\w-]*:?Body>/.exec(message) ?? []
    const [, detail] = /<(?:[\w-]+:)?[dD]etail>([\s\S]*)<\/(?:[\w-]+:)?[dD]etail>/.exec(body) ?? []
    const root = (detail ?? body).trim()
    const namespaces = [...message.matchAll(/xmlns:([\w-]+)="([^"]+)"/g)].filter(([whole]) => !root.includes(whole))
    const declared = [...new Map(namespaces.map(([whole, prefix]) => [prefix, whole])).values()].join(' ')
    return root === ''
      ? []
      : [{ fileName: `${at}.xml`, contents: root.replace(/^<[\w:-]+/, (start) => `${start} ${declared}`) }]
  })
  expect(bodies.length).toBeGreaterThan(10)
  const { errors } = await validateXML({ xml: bodies, schema: [schema] })
  return errors.map(({ rawMessage }) => rawMessage)
}

test.each(['1.1', '1.2'])(
  'zeep consumes every operation over SOAP %s, and every message is of the schema',
  async (version) => {
    const run = promisify(execFile)('/usr/bin/python3', [everyOperation, wsdl(), token, version])
    const { called, offered } = JSON.parse((await run).stdout.trim().split('\n').at(-1) ?? '{}') as Record<
      string,
      string[]
    >
    expect(called).toEqual(offered)
    expect(offered?.length).toBeGreaterThan(20)
    // What must be refused for its values was sent as it was meant, and is all that is not of the schema.
    const facets = (await validate()).filter((line) => !line.endsWith('fails to validate'))
    expect(facets.map((line) => /\}(\w+)': \[facet '(\w+)'\]/.exec(line)?.slice(1) ?? line)).toEqual([
      ['name', 'minLength'],
      ['ssn', 'pattern'],
    ])
  },
  180_000,
)

test('node-soap consumes every operation', async () => {
  const client = await createClientAsync(wsdl())
  client.addHttpHeader('authorization', `Bearer ${token}`)
  const operations = Object.keys(client.describe().Clinic.ClinicSoap11Port as object)
  const answers: Record<string, unknown> = {}
  for (const name of operations) {
    const call = (client as unknown as Record<string, (given: object) => Promise<readonly unknown[]>>)[`${name}Async`]
    answers[name] = await call?.({ key: { id: ada } }).then(
      ([answer]) => answer,
      (error: { root?: { Envelope?: { Body?: { Fault?: { detail?: { problem?: { code?: string } } } } } } }) =>
        error.root?.Envelope?.Body?.Fault?.detail?.problem?.code ?? error,
    )
  }
  const expected = ['not-found', 'forbidden', 'invalid-input', 'not-implemented', 'operation-failed']
  for (const [name, answer] of Object.entries(answers))
    expect([name, typeof answer === 'string' ? expected.includes(answer) : (answer as object)]).toEqual([
      name,
      typeof answer === 'string' ? true : expect.anything(),
    ])
  expect(answers.GetPatient).toMatchObject({ result: { id: ada, name: 'Ada Okafor' } })
  expect(operations.length).toBeGreaterThan(20)
}, 30_000)

const post = async (body: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${served.url}/soap/Clinic`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', authorization: `Bearer ${token}`, ...headers },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}
const envelope = (body: string, header = '', ns = 'http://schemas.xmlsoap.org/soap/envelope/') =>
  `<e:Envelope xmlns:e="${ns}">${header && `<e:Header>${header}</e:Header>`}<e:Body>${body}</e:Body></e:Envelope>`
const get = (id: string) => `<GetPatient xmlns="urn:charter:clinic:1"><key><id>${id}</id></key></GetPatient>`
const security = (username: string, password: string, type = '') =>
  `<s:Security xmlns:s="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" e:mustUnderstand="1"><s:UsernameToken><s:Username>${username}</s:Username><s:Password${type}>${password}</s:Password></s:UsernameToken></s:Security>`

test('the same access as everywhere: a row that may not be read is not there, and who is nobody is told nothing', async () => {
  expect((await post(envelope(get(ada)))).text).toContain('<name>Ada Okafor</name>')
  expect((await post(envelope(get(meiLing)))).text).toContain('<code>not-found</code>')
  for (const body of [envelope(get(ada)), 'nonsense', envelope('<x/>')])
    expect((await post(body, { authorization: '' })).text).toContain('<code>unauthenticated</code>')
})

test('WS-Security: a UsernameToken is as good as its password, and only in the name of whom that proves', async () => {
  const as = async (username: string, password: string, type?: string) =>
    (await post(envelope(get(ada), security(username, password, type)), { authorization: '' })).text
  const subject = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub as string
  expect(await as(subject, token)).toContain('Ada Okafor')
  for (const text of [
    await as('somebody', token),
    await as(subject, `${token}x`),
    await as(subject, 'ck_unknown'),
    await as(
      subject,
      token,
      ' Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest"',
    ),
  ])
    expect(text).toContain('<code>unauthenticated</code>')
})

test('hostile documents are refused in bounded time: entities, bombs, depth, size, junk, headers that must be understood', async () => {
  const entity = `<!DOCTYPE e [<!ENTITY x SYSTEM "file:///etc/passwd">]>${envelope(get('&x;'))}`
  const bomb = `<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${envelope(get('&b;'))}`
  const external = `<!DOCTYPE e PUBLIC "x" "http://127.0.0.1:1/x.dtd">${envelope(get(ada))}`
  for (const body of [entity, bomb, external]) {
    const { status, text } = await post(body)
    expect([status, text.includes('document type'), text.includes('root:')]).toEqual([500, true, false])
  }
  const deep = envelope(
    `<GetPatient xmlns="urn:charter:clinic:1">${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</GetPatient>`,
  )
  expect((await post(deep)).text).toContain('nested at most')
  const wide = envelope(`<GetPatient xmlns="urn:charter:clinic:1">${'<a/>'.repeat(120_000)}</GetPatient>`)
  expect((await post(wide)).text).toContain('at most')
  const big = await post(envelope(`<GetPatient xmlns="urn:charter:clinic:1">${'x'.repeat(1_200_000)}</GetPatient>`))
  expect(big.status).toBe(413)
  for (const body of [
    '',
    '<',
    '<a',
    envelope(''),
    envelope(get(ada) + get(ada)),
    envelope(get('&undefined;')),
    '\ufeff\u0000',
  ])
    expect((await post(body)).text).toContain('<code>malformed</code>')
  const strange = await post(envelope(get(ada), '<x:T xmlns:x="urn:x" e:mustUnderstand="1"/>'))
  expect(strange.text).toContain('<faultcode>soap:MustUnderstand</faultcode>')
  const twelve = await post(envelope(get(meiLing), '', 'http://www.w3.org/2003/05/soap-envelope'), {
    'content-type': 'application/soap+xml',
  })
  expect([twelve.status, twelve.text.includes('<soap:Value>soap:Sender</soap:Value>')]).toEqual([400, true])
  expect((await fetch(`${served.url}/soap/Clinic`)).status).toBe(405)
})

test('the contract says where it was asked for, and nothing that a Host header could put into it', async () => {
  expect(await (await fetch(wsdl())).text()).toContain(`location="${served.url}/soap/Clinic"`)
  expect(readFileSync(everyOperation, 'utf8')).toContain('zeep')
})
