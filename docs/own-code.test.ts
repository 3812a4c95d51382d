import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import {
  generatedTarget,
  generateService,
  installNodeModules,
  loadCharter,
  requireSound,
  seedRows,
  type Target,
  writeTree,
} from '@charter/project'
import { derive } from '@charter/service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const page = readFileSync(new URL('charter.md', import.meta.url), 'utf8')
const section = page.slice(page.indexOf('## Code of your own'), page.indexOf('## Elsewhere'))
const blocks = (language: string): readonly string[] =>
  [...section.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text)
const [charter = ''] = blocks('yaml')
const [hooks = '', body = '', note = ''] = blocks('ts')

const hooksFile = 'src/entities/order/order.hooks.ts'
const bodyFile = 'src/operations/double-order.ts'
const noteFile = 'src/operations/take-note.ts'
/** One of each mistake that the types are there for, a line each. */
const mistakes: Readonly<Record<string, readonly string[]>> = {
  [bodyFile]: [
    "export const a: DoubleOrderBody = async (_, { fail }) => fail('to-many')",
    "export const b: DoubleOrderBody = async ({ row }, { rows }) => rows.update('Ordre', { id: row.id }, {})",
    "export const c: DoubleOrderBody = async ({ row }, { rows }) => rows.update('Order', { id: row.id }, { cuont: 1 })",
    "export const d: DoubleOrderBody = async (_, { rows }) => rows.create('Order', { count: 1 })",
    "export const e: DoubleOrderBody = async ({ row }, { rows }) => rows.update('Order', { id: row.count }, { count: 1 })",
    'export const f: DoubleOrderBody = async ({ row }) => row.cuont',
    "export const g: DoubleOrderBody = async (_, { rows }) => (await rows.list('Order', { where: { cuont: 1 } }))[0] ?? { id: '' }",
    'export const h: DoubleOrderBody = async () => ({ count: 1 })',
    'export const i: DoubleOrderBody = async ({ row }, { operations }) => (await operations.takeNotes(), row)',
    'export const j: DoubleOrderBody = async ({ row }, { operations }) => (await operations.takeNote({ test: "" }), row)',
    'export const k: DoubleOrderBody = async ({ row }, { operations }) => (operations.takeNote.reason(1) === "to-many", row)',
    'export const l: DoubleOrderBody = async ({ row }, { operations }) => (await operations.takeNote(), row)',
  ],
  [hooksFile]: [
    "export const a: DeclaredHooks<Entities, 'Order', 'before'> = { before: async () => ({ totel: '1' }) }",
    "export const b: DeclaredHooks<Entities, 'Order', 'before'> = { after: async () => {} }",
    "export const c: DeclaredHooks<Entities, 'Order', 'before'> = { before: async (_, { refuse }) => refuse('/cuont', '') }",
    "export const d: DeclaredHooks<Entities, 'Order', 'before'> = { before: async () => ({ id: '1' }) }",
    "export const e: DeclaredHooks<Entities, 'Ordre', 'before'> = { before: async () => undefined }",
  ],
}

let folder: string
let service: Target
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-own-code-'))
  writeFileSync(join(folder, 'charter.yaml'), charter)
  const loaded = await loadCharter(folder)
  const sound = requireSound(loaded)
  await writeTree(folder, (await generateService(sound, 'node', loaded)).files)
  put(hooksFile, hooks)
  put(bodyFile, body)
  put(noteFile, note)
  const derived = derive(sound, connectors)
  service = await generatedTarget(folder, derived, seedRows(derived.model))
  await installNodeModules(folder, { withTools: true })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const read = (path: string): string => readFileSync(join(folder, path), 'utf8')

/** What a person does: keeps the imports, and writes below them. */
const put = (path: string, text: string): void => {
  const imports = read(path)
    .split('\n')
    .filter((line) => line.startsWith('import type'))
  writeFileSync(join(folder, path), [...imports, '', text].join('\n'))
}

const typeErrors = (): readonly string[] => {
  const options = { cwd: folder, encoding: 'utf8' } as const
  const { stdout, stderr } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], options)
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => /^\S+\(\d+/.test(line))
}

const ask = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await service.tokenOf('clerk')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
}

test('what the page shows has no mistake that its types find, and each mistake is found', () => {
  expect(typeErrors()).toEqual([])
  const kept = Object.keys(mistakes).map((path) => [path, read(path)] as const)
  const planted = kept.flatMap(([path, text]) => {
    writeFileSync(join(folder, path), `${text}\n${mistakes[path]?.join('\n')}\n`)
    const first = text.split('\n').length + 1
    return (mistakes[path] ?? []).map((_, at) => `${path}(${first + at}`)
  })
  const found = new Set(typeErrors().map((line) => line.split(',')[0]))
  for (const [path, text] of kept) writeFileSync(join(folder, path), text)
  expect(planted.filter((place) => !found.has(place))).toEqual([])
})

test('what the page shows does what it says', async () => {
  const made = await ask('POST', '/orders', { count: 2, each: '1.50' })
  expect(made).toMatchObject({ status: 201, body: { total: '3.00' } })
  expect(await ask('POST', '/orders', { count: 13, each: '1.50' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: '/count', message: 'Not thirteen.' }] },
  })
  expect(await ask('GET', '/notes?filter[text]=An%20order%20of%202.')).toMatchObject({
    body: { items: [{ text: 'An order of 2.' }] },
  })
  const doubled = await ask('POST', `/orders/${made.body.id}/double`)
  expect(doubled).toMatchObject({ status: 200, body: { count: 4, total: '6.00' } })
  expect(await ask('GET', '/notes?filter[text]=An%20order%20is%20doubled.')).toMatchObject({ body: { items: [{}] } })
  expect(await ask('POST', '/operations/take-note', { text: 'mine' })).toMatchObject({ status: 404 })
  expect(await ask('POST', '/take-note', { text: 'mine' })).toMatchObject({ status: 404 })
})
