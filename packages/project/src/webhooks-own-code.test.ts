import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateService, loadCharter, requireSound } from './index.ts'

const text = (operations: string): string => `charter: 1
name: shop
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [clerk] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [create, read, list] } }
webhooks: { of: [Order], roles: [clerk] }
${operations}`

/** What is written of a person's code, by path. */
const written = async (operations: string): Promise<Readonly<Record<string, string>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-webhooks-'))
  try {
    writeFileSync(join(folder, 'charter.yaml'), text(operations))
    const loaded = await loadCharter(folder)
    const { files } = await generateService(requireSound(loaded), 'node', loaded)
    return Object.fromEntries(files.map((file) => [file.path, file.text]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a service with webhooks and no code of a person’s has no types for any', async () => {
  const files = await written('')
  expect(Object.keys(files)).toContain('src/operations/models.ts')
  expect(Object.keys(files).filter((path) => /src\/(?:entities|operations\/bodies)\.ts$/.test(path))).toEqual([])
  expect(files['src/operations/index.ts']).not.toContain('Internal')
}, 60_000)

test('code of a person’s is offered, by type, its own internal operations, and none that tell webhooks', async () => {
  const files = await written('operations: { countOrders: { internal: true, result: int32 } }\n')
  expect(files['src/operations/bodies.ts']).toContain('readonly countOrders: InternalOperation')
  expect(files['src/operations/bodies.ts']).not.toMatch(/webhook/i)
}, 60_000)
