import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPage } from '@charter/project'
import { afterAll, expect, test, vi } from 'vitest'
import { startCharter } from './testing/charter.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-start-edit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface PageTold {
  readonly edit: { readonly token: string; readonly run: string }
  readonly entities: readonly { readonly name: string; readonly fields: readonly { readonly name: string }[] }[]
  readonly roles: readonly { readonly token: string }[]
}

test('under start, an edit is generated and served at the same address; what cannot run is said, and the service runs on', async () => {
  const running = startCharter(['start', '--json', '--port', '18300'], { cwd: folder })
  await vi.waitFor(() => expect(running.out()).toContain('\n'), { timeout: 90_000, interval: 50 })
  const { service, charter, docs } = JSON.parse(running.out()) as Readonly<
    Record<'service' | 'charter' | 'docs', string>
  >
  const opened = await openPage(docs)
  const page = async (): Promise<PageTold> =>
    (await fetch(`${service}/_charter/page.json`, { headers: { ...opened } })).json() as Promise<PageTold>
  const ask = async (what: string, body: object): Promise<Record<string, unknown>> => {
    const { edit } = await page()
    const headers = { 'content-type': 'application/json', ...opened, origin: service, 'x-charter-edit': edit.token }
    const answer = await fetch(`${service}/_charter/edit/${what}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const apply = async (words: string) => ask('apply', { words, digest: (await ask('preview', { words })).digest })

  const before = await page()
  await apply('add a phone number to patients')
  await vi.waitFor(async () => expect((await page()).edit.run).not.toBe(before.edit.run), {
    timeout: 60_000,
    interval: 100,
  })
  const after = await page()
  expect(after.entities[0]?.fields.map(({ name }) => name)).toContain('phone')
  expect(readdirSync(join(folder, 'clinic', '.charter'))).not.toContain('data-before-1')
  const list = await fetch(`${service}/api/patients`, { headers: { authorization: `Bearer ${after.roles[0]?.token}` } })
  expect(((await list.json()) as { readonly items: readonly unknown[] }).items.length).toBeGreaterThan(0)

  writeFileSync(charter, readFileSync(charter, 'utf8').replace('charter: 1\n', 'charter: 1\nframeworks: [hipaa]\n'))
  await apply('page size 50')
  await vi.waitFor(
    async () =>
      expect(await ask('state', {})).toMatchObject({ phase: 'failed', sentence: expect.stringContaining('hipaa') }),
    { timeout: 30_000, interval: 100 },
  )
  expect((await page()).edit.run).toBe(after.edit.run)
  expect(readFileSync(charter, 'utf8')).toContain('pageSizeDefault: 50')
  running.process.kill('SIGTERM')
  expect((await running.ended).status).toBe(0)
}, 540_000)
