import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDev } from '@charter/project'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'

const main = join(import.meta.dirname, '../main.ts')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-mcp-'))
  const clinic = readFileSync(join(import.meta.dirname, '../../../../packages/charter/examples/clinic.yaml'), 'utf8')
  writeFileSync(join(folder, 'charter.yaml'), clinic.replace(/^rest: .*$/m, '$&\nmcp: { tools: all }'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const flags = ['--disable-warning=ExperimentalWarning']

const connected = async (args: readonly string[]): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...flags, main, 'mcp', folder, ...args],
      stderr: 'ignore',
    }),
  )
  return client
}

/** A problem is told as text, so that the model reads it. */
const problemIn = ({ content }: Awaited<ReturnType<Client['callTool']>>): unknown => {
  const [first] = content
  return first?.type === 'text' ? JSON.parse(first.text).problem : null
}

test('an agent lists tools and calls them over stdio as its role, on made-up rows', async () => {
  const client = await connected(['--as', 'clinician'])
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_patients', 'create_prescription']))
  const listed = await client.callTool({ name: 'list_patients', arguments: { limit: 2 } })
  expect(listed.structuredContent).toMatchObject({ result: { items: expect.any(Array) } })
  const refused = await client.callTool({ name: 'create_patient', arguments: { value: { name: '' } } })
  expect([refused.isError, problemIn(refused)]).toEqual([true, expect.objectContaining({ code: 'invalid-input' })])
  await client.close()
})

test('with --url it stands before a running service, with a token of the project’s key', async () => {
  const dev = await startDev({ file: folder, port: 0, onReload: () => {} })
  try {
    const client = await connected(['--as', 'pharmacist', '--url', dev.url])
    const refused = await client.callTool({ name: 'list_patients', arguments: {} })
    expect(problemIn(refused)).toMatchObject({ code: 'forbidden', detail: 'You may not list patients.' })
    await client.close()
  } finally {
    await dev.close()
  }
})

const run = (...args: string[]) =>
  spawnSync(process.execPath, [...flags, main, 'mcp', folder, ...args], {
    encoding: 'utf8',
    input: '{"jsonrpc":"2.0","id":7,"method":"tools/list"}\nnot json\n',
  })

test('what cannot be is said: no service, no JSON, no role', () => {
  const { stdout } = run('--as', 'clinician', '--url', 'http://127.0.0.1:1')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual(
    expect.arrayContaining([
      {
        jsonrpc: '2.0',
        id: 7,
        error: { code: -32_002, message: expect.stringContaining('Is the service at http://127.0.0.1:1/mcp running?') },
      },
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: expect.any(String) } },
    ]),
  )
  expect(run('--as', 'nobody')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('clinician, pharmacist, auditor'),
  })
})

test.each([
  ['claude', 'mcpServers'],
  ['vscode', 'servers'],
])('what to tell %s starts the server', async (program, member) => {
  const { stdout } = run('--as', 'clinician', '--print-config', program)
  const { command, args } = JSON.parse(stdout)[member].clinic
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
  expect((await client.listTools()).tools.length).toBeGreaterThan(5)
  await client.close()
})
