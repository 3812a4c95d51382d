import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { derive } from '@charter/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireSound } from './check.ts'
import { explain } from './explain.ts'
import { generateService } from './generate.ts'
import { writeTree } from './generation/write-tree.ts'
import { loadCharter } from './load.ts'
import { startMock } from './mock.ts'
import { pageData } from './page-data.ts'

const text = `charter: 1
name: shop
serves: [rest, graphql]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [clerk, guest] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 } }
    allow: { clerk: { do: [create, read, list] }, guest: { do: [read] } }
routes:
  orderReceipt:
    path: orders/:id/receipt
    params: { id: uuid }
    query: { copies: { type: int32, min: 1, max: 9, default: 1 } }
    answers: [text/csv, application/json]
    roles: [clerk]
  importOrders: { path: orders/lines, verb: post, body: { type: text/csv, max: 1 KiB }, roles: [clerk] }
  ping: { path: ping, open: true, answers: text/plain }
`
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-own-routes-'))
  writeFileSync(join(folder, 'charter.yaml'), text)
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a mock answers an example of what a route may answer, to whom it is for', async () => {
  const mock = await startMock({ file: join(folder, 'charter.yaml'), port: 0, as: null, seed: 1, rowsPerEntity: 2 })
  try {
    const ask = (path: string, role: string | null, accept = '*/*') =>
      fetch(`${mock.url}/api/v1/${path}`, {
        headers: { accept, ...(role !== null && { authorization: `Bearer ${mock.tokens[role]}` }) },
      })
    const path = 'orders/7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10/receipt'
    const csv = await ask(path, 'clerk')
    expect([csv.headers.get('content-type'), await csv.text()]).toEqual([
      'text/csv; charset=utf-8',
      'An example of text/csv.',
    ])
    expect((await ask(path, 'guest')).status).toBe(403)
    expect((await ask(path, null)).status).toBe(401)
    expect((await ask('ping', null)).status).toBe(200)
  } finally {
    await mock.close()
  }
})

test('explain says who may, with whose rights, and that nobody has to sign in', async () => {
  const charter = requireSound(await loadCharter(folder))
  const path = 'GET /api/v1/orders/7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10/receipt'
  const told = await explain(charter, path, ['clerk'])
  expect(told).toMatchObject({ operation: 'orderReceipt', isAllowed: true, rules: [{ id: 'orderReceipt.clerk' }] })
  expect(told.notes.join(' ')).toContain('rights of its caller')
  expect(await explain(charter, path, ['guest'])).toMatchObject({ isAllowed: false })
  const open = await explain(charter, 'GET /api/v1/ping', ['guest'])
  expect([open.isAllowed, open.notes.join(' ')]).toEqual([true, expect.stringContaining('Nobody has to sign in')])
})

test('the page has it among the operations, with a request of REST where it can be written as text', async () => {
  const loaded = await loadCharter(folder)
  const page = pageData(derive(requireSound(loaded), connectors), loaded)
  const operation = (id: string) => page.operations.find((each) => each.id === id)
  expect(operation('orderReceipt')).toMatchObject({ method: 'GET', summary: 'Order receipt' })
  expect(operation('orderReceipt')?.inputs.map(({ name }) => name)).toEqual([
    'value.type',
    'value.params.id',
    'value.query.copies',
  ])
  expect(operation('orderReceipt')?.requests.rest).toMatchObject({ method: 'GET' })
  expect(operation('importOrders')?.requests.rest).toContain('takes text/csv')
  expect(page.access.guest).toMatchObject({ orderReceipt: 'no', ping: 'yes' })
})

test('what a person wrote of a route stays, and follows it when it is renamed', async () => {
  const generate = async (charter: string) => {
    const said = join(folder, 'said.yaml')
    writeFileSync(said, charter)
    const loaded = await loadCharter(said)
    return writeTree(join(folder, 'service'), (await generateService(requireSound(loaded), 'node', loaded)).files)
  }
  await generate(text)
  const [file, renamed] = ['order-receipt', 'order-bill'].map((name) =>
    join(folder, 'service', 'src', 'routes', `${name}.ts`),
  )
  if (!file || !renamed) throw new Error('two were named')
  const own = readFileSync(file, 'utf8').replace('throw new ProblemError', '// mine\n  throw new ProblemError')
  writeFileSync(file, own)
  await generate(text)
  expect(readFileSync(file, 'utf8')).toBe(own)
  await generate(text.replace('orderReceipt:', 'orderBill:\n    was: orderReceipt'))
  expect(existsSync(file)).toBe(false)
  expect(readFileSync(renamed, 'utf8')).toContain('// mine')
  expect(readFileSync(renamed, 'utf8')).toContain('export const orderBill: OrderBillBody')
})
