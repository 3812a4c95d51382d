import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../page/open-page.ts'
import { prepareProject } from '../prepare.ts'
import { freePort } from '../run.ts'
import { runEditable } from './editable-service.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-editable-'))
  cpSync(join(import.meta.dirname, '../../../charter/examples/clinic.yaml'), join(folder, 'charter.yaml'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a service that does not start with an edit is taken back, with its charter and its rows', async () => {
  const before = readFileSync(join(folder, 'charter.yaml'), 'utf8')
  const prepared = await prepareProject({ input: folder, within: folder })
  const service = await runEditable({ prepared, port: await freePort(18_500), onLog: () => {} })
  const opened = await openPage(service.pageUrl ?? '')
  const page = async () =>
    (await fetch(`${service.url}/_charter/page.json`, { headers: { ...opened } })).json() as Promise<{
      edit: { token: string; run: string }
      roles: { token: string }[]
    }>
  const patients = async () => {
    const { roles } = await page()
    const answer = await fetch(`${service.url}/api/patients?count=true`, {
      headers: { authorization: `Bearer ${roles[0]?.token}` },
    })
    return (await answer.json()) as { readonly items: readonly unknown[] }
  }
  const ask = async (what: string, body: object) => {
    const headers = {
      'content-type': 'application/json',
      ...opened,
      origin: service.url,
      'x-charter-edit': (await page()).edit.token,
    }
    const answer = await fetch(`${service.url}/_charter/edit/${what}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const rows = await patients()
  // A file that a person changed is kept by each generation: this one ends the next service before it listens.
  writeFileSync(
    join(folder, 'src/main.ts'),
    `if (process.env.CHARTER_MODE && (await import('node:fs')).readFileSync('charter.yaml', 'utf8').includes('shoe')) process.exit(7)\n${readFileSync(join(folder, 'src/main.ts'), 'utf8')}`,
  )
  const words = 'add a shoe size to patients'
  await ask('apply', { words, digest: (await ask('preview', { words })).digest })
  await vi.waitFor(
    async () =>
      expect(await ask('state', {})).toMatchObject({
        phase: 'failed',
        sentence: expect.stringContaining('taken back'),
      }),
    { timeout: 60_000, interval: 200 },
  )
  expect(readFileSync(join(folder, 'charter.yaml'), 'utf8')).toBe(before)
  expect(await patients()).toEqual(rows)
  expect(existsSync(join(folder, '.charter/data-before-1'))).toBe(false)
  await service.stop()
  expect(await service.ended).toBe(0)
}, 360_000)
