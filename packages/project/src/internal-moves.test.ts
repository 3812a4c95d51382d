import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requireSound } from './check.ts'
import { generateService } from './generate.ts'
import { loadCharter } from './load.ts'

const text = `charter: 1
name: orders
serves: [rest, graphql, grpc, soap, mcp]
access: { roles: [clerk] }
entities:
  Order:
    key: id
    hooks: [after]
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..40 }
      status: { type: enum, values: [placed, expired], states: { moves: { expireOrder: { from: placed, to: expired, when: resource.title != "kept", internal: true } } } }
    allow: { clerk: { do: [create, read, list] } }
`

test('of a move that is internal, code knows how to call it, and nothing that clients are given knows its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-internal-moves-'))
  writeFileSync(join(folder, 'charter.yaml'), text)
  const loaded = await loadCharter(folder)
  const { files } = await generateService(requireSound(loaded), 'node', loaded)
  rmSync(folder, { recursive: true })
  const told = files.filter(({ text: of }) => /expire-?order/i.test(of)).map(({ path }) => path)
  // The page of development has the charter whole, as tests have it.
  expect(told.toSorted()).toEqual([
    'src/access.ts',
    'src/entities/order/order.sql.ts',
    'src/model.ts',
    'src/operations/bodies.ts',
    'src/operations/models.ts',
    'src/page.json',
    'test/scenarios/charter.json',
  ])
  // It does nothing else, so it has no file of its own.
  expect(files.map(({ path }) => path)).not.toContain('src/operations/expire-order.ts')
  const bodies = files.find(({ path }) => path === 'src/operations/bodies.ts')?.text
  expect(bodies).toContain('readonly expireOrder: InternalOperation<')
})
