import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Served, serveStyles } from '@charter/styles/serve'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, amoxicillin, clinician, clinicText, meiLing, type Opened, open } from './testing/clinic.ts'

let opened: Opened
let served: Served
let token: string

const serve = async (text: string, everybody = false): Promise<void> => {
  opened = await open({ text, operations: { testSimpleText: async () => 'A simple text.' } })
  const serving = everybody ? { ...opened.service, authenticate: () => clinician } : opened.service
  served = await serveStyles(opened.derived.styles, serving, { host: '127.0.0.1', port: 0 })
  token = (await opened.service.development?.token(['clinician'], { ward: 'north' })) ?? ''
}
const clinic = (tools: string) => clinicText().replace(/serves: .*/, `serves: [rest, mcp]\nmcp: { tools: ${tools} }`)
afterEach(async () => {
  await served.close()
  await opened.close()
})

const connect = async (bearer = token): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${bearer}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`), { requestInit }))
  return client
}
const problemOf = (result: { readonly content?: unknown }): { code: string } =>
  JSON.parse((result.content as { text: string }[])[0]?.text ?? '{}').problem

describe('the tools of the clinic', () => {
  beforeEach(() => serve(clinic('all')))

  test('are what a client of the protocol’s own kit lists, with schemas that its answers hold', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('discharge_patient')
    expect(tools.every(({ name }) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true)
    const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
    for (const { inputSchema, outputSchema } of tools)
      for (const schema of [inputSchema, outputSchema]) ajv.compile((schema ?? {}) as object)
    const reading = tools.find(({ name }) => name === 'get_patient')
    expect(reading?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
    const read = await client.callTool({
      name: 'get_patient',
      arguments: { key: { id: ada }, fields: ['name'], include: { prescriptions: { fields: ['id', 'dose'] } } },
    })
    expect(read.structuredContent).toEqual({
      result: { name: 'Ada Okafor', prescriptions: { items: [{ id: amoxicillin, dose: '500.00' }], next: null } },
    })
    expect(ajv.compile((reading?.outputSchema ?? {}) as object)(read.structuredContent)).toBe(true)
    const filter = { field: 'drug', op: 'startsWith', value: 'Amox' }
    const listed = await client.callTool({ name: 'list_prescriptions', arguments: { filter, count: true, limit: 1 } })
    expect(listed.structuredContent).toMatchObject({ result: { count: { value: 1, isExact: true } } })
    await client.close()
  })

  test('are 27 of 33 for who has every role, in less than 50 kB, so that a model has room for what it is to do', async () => {
    const all = await opened.service.development?.token(['clinician', 'pharmacist', 'auditor'], { ward: 'north' })
    const client = await connect(all)
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(27)
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(50_000)
    // What nobody may call is in the contract alone.
    const { contents } = await client.readResource({ uri: 'clinic://contract' })
    expect(JSON.parse((contents[0] as { text: string }).text).tools).toHaveLength(33)
    await client.close()
  })

  test('are told to those alone who may ever call them, and no cursor was given', async () => {
    const auditor = await connect((await opened.service.development?.token(['auditor'], { ward: 'north' })) ?? '')
    const { tools } = await auditor.listTools()
    expect(tools.map(({ name }) => name)).toContain('get_patient_audit')
    expect(tools.map(({ name }) => name)).not.toContain('create_patient')
    const { resourceTemplates } = await auditor.listResourceTemplates()
    expect(resourceTemplates).toEqual([])
    for (const ask of ['listTools', 'listResources', 'listResourceTemplates', 'listPrompts'] as const)
      await expect(auditor[ask]({ cursor: 'x' })).rejects.toMatchObject({ code: -32602 })
    await auditor.close()
  })

  test('come with prompts for what is mostly done with rows, of what the caller may do, whose calls do it', async () => {
    const client = await connect()
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name, arguments: given }) => [name, given?.map((each) => each.name)])).toEqual([
      ['find_rows', ['what', 'words']],
      ['read_row', ['what', 'key']],
      ['make_row', ['what', 'about']],
    ])
    expect(prompts[0]?.arguments?.[0]?.description).toContain('patients, prescriptions')
    const asked = async (name: string, given: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, arguments: given })
      const text = (messages as { content: { text?: string } }[])[0]?.content.text ?? ''
      const [, tool = '', json = ''] = /[Cc]all `(\w+)` with (\{.*\})\./.exec(text) ?? []
      return { text, result: await client.callTool({ name: tool, arguments: JSON.parse(json) }) }
    }
    const found = await asked('find_rows', { what: 'Patients', words: 'Okafor' })
    expect(found.result.structuredContent).toMatchObject({ result: { items: [{ id: ada }] } })
    const read = await asked('read_row', { what: 'patient', key: ada })
    expect(read.result.structuredContent).toMatchObject({ result: { id: ada, prescriptions: { items: [{}] } } })
    const made = await asked('make_row', { what: 'prescription', about: 'Aspirin "daily"' })
    expect(made.text).toContain('from this: "Aspirin \\"daily\\""')
    expect(made.text).toMatch(/needs `drug` \(text\), `dose` \(decimal\)/)
    expect(problemOf(made.result)).toMatchObject({ code: 'invalid-input' })
    for (const [name, given] of [
      ['drop_rows', {}],
      ['find_rows', { what: 'nobody', words: 'x' }],
      ['find_rows', { what: 'patients' }],
      ['make_row', { what: 'patients', more: 'x' }],
    ] as const)
      await expect(client.getPrompt({ name, arguments: given })).rejects.toMatchObject({ code: -32602 })
    await client.close()
    const auditor = await connect((await opened.service.development?.token(['auditor'], { ward: 'north' })) ?? '')
    expect((await auditor.listPrompts()).prompts).toEqual([])
    await expect(auditor.getPrompt({ name: 'make_row', arguments: { what: 'patients' } })).rejects.toMatchObject({
      code: -32602,
    })
    await auditor.close()
  })

  test('the contract among the resources holds what the schemas of tools refer to', async () => {
    const client = await connect()
    const { contents } = await client.readResource({ uri: 'clinic://contract' })
    const contract = JSON.parse((contents[0] as { text: string }).text) as { $defs: Record<string, unknown> }
    for (const [, name = ''] of JSON.stringify(contract).matchAll(/#\/\$defs\/([^"]+)/g))
      expect(Object.keys(contract.$defs)).toContain(name)
    await client.close()
  })

  test('are bound by the same rules, and tell a model what is wrong', async () => {
    const client = await connect()
    const code = async (name: string, given: Record<string, unknown>) =>
      problemOf(await client.callTool({ name, arguments: given }))
    expect(await code('get_patient', { key: { id: meiLing } })).toMatchObject({ code: 'not-found' })
    expect(await code('create_patient', { value: { name: '' }, nonsense: 1 })).toMatchObject({
      code: 'invalid-input',
      errors: [{ path: '/nonsense', code: 'unknown' }],
    })
    const wrong = { value: { name: '', birthDate: '1990-01-01', ward: 'north' } }
    expect(await code('create_patient', wrong)).toMatchObject({ errors: [{ path: '/name', code: 'too-short' }] })
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow('no tool')
    await client.close()
  })

  test('rows are resources, read by the same rules', async () => {
    const client = await connect()
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('clinic://patients/{id}')
    const { contents } = await client.readResource({ uri: `clinic://patients/${ada}` })
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id: ada, name: 'Ada Okafor' })
    await expect(client.readResource({ uri: `clinic://patients/${meiLing}` })).rejects.toThrow('no such Patient')
    await client.close()
  })

  test('who has no token is told where to get one, and nothing else', async () => {
    const answer = await fetch(`${served.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(answer.status).toBe(401)
    const place = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    const metadata = (await (await fetch(place)).json()) as Record<string, unknown>
    expect(metadata).toMatchObject({ resource: `${served.url}/mcp`, bearer_methods_supported: ['header'] })
    await expect(connect('nonsense')).rejects.toThrow()
  })

  test('a page of another site is not answered, nor one that got here by a name of its own', async () => {
    const ask = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
      const all = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        ...headers,
      }
      return (await fetch(`${served.url}/mcp`, { method: 'POST', headers: all, body })).status
    }
    expect(await ask({})).toBe(200)
    expect(await ask({ origin: served.url })).toBe(200)
    expect(await ask({ origin: 'https://evil.example' })).toBe(403)
    expect(await ask({ origin: 'null' })).toBe(403)
  })

  test('junk, duplicate members and numbers that would change are refused with their place', async () => {
    const post = async (body: string) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      }
      return (await (await fetch(`${served.url}/mcp`, { method: 'POST', headers, body })).json()) as {
        error?: { code: number }
        result?: { content?: unknown }
      }
    }
    for (const body of ['', '{', '[]', '{"jsonrpc":"2.0"}']) expect((await post(body)).error?.code).toBeLessThan(0)
    const call = (given: string) =>
      post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_patient","arguments":${given}}}`)
    expect(problemOf((await call('{"value":{"name":"a","name":"b"}}')).result ?? {})).toMatchObject({
      code: 'invalid-input',
      errors: [{ path: '/name', code: 'duplicate' }],
    })
  })

  test('what the message itself is does not hide what is twice in arguments, too deep, or no UTF-8', async () => {
    const post = async (body: string | Uint8Array<ArrayBuffer>) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      }
      const answer = await fetch(`${served.url}/mcp`, { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    }
    const call = (given: string) =>
      `{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call","params":{"name":"list_patients","arguments":${given}}}`
    expect((await post(call('{"limit":1,"limit":2}'))).text).toContain('duplicate')
    const deep = await post(call(`{"limit":${'['.repeat(70)}${']'.repeat(70)}}`))
    expect(deep).toMatchObject({ status: 400, text: expect.stringContaining('levels deep') })
    const odd = await post(Uint8Array.from(Buffer.from(call('{"after":"\xff"}'), 'latin1')))
    expect(odd).toMatchObject({ status: 400, text: expect.stringContaining('UTF-8') })
  })
})

test('only approved operations are tools: reads unless the charter says more', async () => {
  await serve(clinic('reads'))
  const client = await connect()
  const { tools } = await client.listTools()
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
  await expect(client.callTool({ name: 'create_patient', arguments: {} })).rejects.toThrow('no tool')
  await client.close()
})

test('many tools are two: one finds operations, one calls them', async () => {
  const entities = Array.from(
    { length: 12 },
    (_, at) =>
      `  Thing${at}:\n    description: Thing number ${at}.\n    key: id\n    fields: { id: { type: uuid, default: generated }, label: { type: text, length: 1..9 } }\n    allow: { clinician: { do: [create, read, list] } }`,
  )
  await serve(
    `charter: 1\nname: many\nserves: [mcp]\nmcp: { tools: all }\nsources: { main: { own: sqlite } }\naccess: { roles: [clinician] }\nentities:\n${entities.join('\n')}\n`,
  )
  const client = await connect()
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['search_operations', 'call_operation'])
  const found = await client.callTool({ name: 'search_operations', arguments: { query: 'create thing11' } })
  const [first] = JSON.parse((found.content as { text: string }[])[0]?.text ?? '{}').operations as {
    name: string
    inputSchema: object
  }[]
  expect(first).toMatchObject({ name: 'create_thing11', inputSchema: { required: ['value'] } })
  const made = await client.callTool({
    name: 'call_operation',
    arguments: { name: 'create_thing11', arguments: { value: { label: 'a' } } },
  })
  expect(made.structuredContent).toMatchObject({ result: { label: 'a' } })
  await client.close()
})

/** Scenarios of the protocol's own conformance suite that ask for what a service of data does not have. */
const notApplicable: Readonly<Record<string, string>> = {
  'logging-set-level': 'no log messages are sent to clients; the capability is not declared',
  'completion-complete': 'no completion; the capability is not declared',
  'tools-call-image': 'wants a tool that answers with a picture',
  'tools-call-audio': 'wants a tool that answers with sound',
  'tools-call-embedded-resource': 'wants a tool that answers with an embedded resource',
  'tools-call-mixed-content': 'wants a tool that answers with pictures and text',
  'tools-call-with-logging': 'wants a tool that logs to the client',
  'tools-call-with-progress': 'wants a tool that tells its progress; calls are short',
  'tools-call-sampling': 'wants a tool that asks the client’s model',
  'tools-call-elicitation': 'wants a tool that asks the person',
  'elicitation-sep1034-defaults': 'wants a tool that asks the person',
  'elicitation-sep1330-enums': 'wants a tool that asks the person',
  'json-schema-2020-12':
    'wants one certain tool; that schemas keep $schema, $defs and additionalProperties is tested above',
  'server-sse-polling': 'wants sessions; each request stands for itself',
  'server-sse-multiple-streams': 'wants sessions; each request stands for itself',
  'resources-read-text': 'wants the resource test://static-text; reading resources is tested above',
  'resources-read-binary': 'wants the resource test://static-binary',
  'resources-templates-read': 'wants the resource test://template/{id}/data; templates are tested above',
  'resources-subscribe': 'resources are read, not followed; the capability is not declared',
  'resources-unsubscribe': 'resources are read, not followed; the capability is not declared',
  'prompts-get-simple': 'wants the prompt test_simple_prompt; getting prompts is tested above',
  'prompts-get-with-args': 'wants the prompt test_prompt_with_arguments; getting prompts is tested above',
  'prompts-get-embedded-resource': 'wants a prompt that holds a resource',
  'prompts-get-with-image': 'wants a prompt that holds a picture',
}
const applicable = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
]

test('every applicable scenario of the protocol’s conformance suite passes, and no other is left unnamed', async () => {
  const operations = `operations:
  testSimpleText: { entity: Patient, key: false, input: {}, result: { type: text }, effect: read }
  testErrorHandling: { entity: Patient, key: false, input: {}, effect: read }
`
  const rule = 'clinician:\n        { do: [testSimpleText, testErrorHandling, '
  await serve(
    clinic('all')
      .replace('operations:\n', operations)
      .replace(/clinician:\s+\{ do: \[/, rule),
    true,
  )
  const cli = new URL('../../../node_modules/.bin/conformance', import.meta.url).pathname
  const run = (...given: string[]) => promisify(execFile)(process.execPath, [cli, ...given], { encoding: 'utf8' })
  const { stdout } = await run('list', '--server')
  const all = [...stdout.matchAll(/^ {2}- ([\w-]+)/gm)].map(([, name]) => name ?? '')
  expect([...applicable, ...Object.keys(notApplicable)].sort()).toEqual([...all].sort())
  for (const scenario of applicable) {
    const { stdout: said } = await run('server', '--url', `${served.url}/mcp`, '--scenario', scenario)
    expect([scenario, /Passed: (\d+)\/(\d+), (\d+) failed/.exec(said)?.slice(1)]).toEqual([
      scenario,
      [expect.stringMatching(/[1-9]/), expect.any(String), '0'],
    ])
  }
}, 180_000)
