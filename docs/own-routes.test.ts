import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateService, installNodeModules, loadCharter, requireSound, writeTree } from '@charter/project'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('charter.md', import.meta.url), 'utf8')
const section = page.slice(page.indexOf('## Routes of your own'), page.indexOf('## Elsewhere'))
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(section)?.[1] ?? ''

const file = 'src/routes/order-receipt.ts'
/** One of each mistake that the types are there for, a line each. */
const mistakes = [
  "export const a: OrderReceiptBody = async (_, { fail }) => fail('not-raedy')",
  'export const b: OrderReceiptBody = async ({ params }) => ({ body: params.name })',
  'export const c: OrderReceiptBody = async ({ query }) => ({ body: query.copy.length })',
  'export const d: OrderReceiptBody = async ({ headers }) => ({ body: headers })',
  "export const e: OrderReceiptBody = async () => ({ type: 'text/html' })",
  'export const f: OrderReceiptBody = async ({ body }) => ({ body })',
  'export const g: OrderReceiptBody = async (_, { rows }) => ({ body: await rows.create("Order", { title: "" }) })',
  'export const h: OrderReceiptBody = async (_, { transaction }) => ({ body: transaction })',
]

test('what the page shows of a route has no mistake that its types find, and each mistake is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-own-routes-'))
  try {
    writeFileSync(join(folder, 'charter.yaml'), block('yaml'))
    const loaded = await loadCharter(folder)
    await writeTree(folder, (await generateService(requireSound(loaded), 'node', loaded)).files)
    await installNodeModules(folder, { withTools: true })
    const text = `import type { OrderReceiptBody } from './bodies.ts'\n\n${block('ts')}`
    const errors = (): readonly string[] => {
      const options = { cwd: folder, encoding: 'utf8' } as const
      const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], options)
      return stdout.split('\n').filter((line) => /^\S+\(\d+/.test(line))
    }
    writeFileSync(join(folder, file), text)
    expect(errors()).toEqual([])
    writeFileSync(join(folder, file), `${text}${mistakes.join('\n')}\n`)
    const first = text.split('\n').length
    const found = new Set(errors().map((line) => line.split(',')[0]))
    expect(mistakes.filter((_, at) => !found.has(`${file}(${first + at}`))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
