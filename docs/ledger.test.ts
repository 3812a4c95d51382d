import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { auditedLedger } from '../packages/ledger/src/testing/audited-ledger.ts'

test('all that the page on the ledger says may be asked for is answered, to readers alone', async () => {
  const { get, json } = await auditedLedger()
  const { segments } = await json<{ segments: readonly string[] }>('/segments')
  const text = await readFile(new URL('ledger.md', import.meta.url), 'utf8')
  const section = text.slice(text.indexOf('## Reading over the network'), text.indexOf('## The page'))
  const paths = [...section.matchAll(/`GET (\/[^`]+)`/g)].map(([, path = '']) =>
    path
      .replace('{index}', '0')
      .replace('{name}', segments[0] ?? '')
      .replace('/tile/…', '/tile/0/000.p/1'),
  )
  expect(paths.length).toBeGreaterThanOrEqual(9)
  for (const path of paths) {
    const answer = await get(path)
    expect([path, answer.status]).toEqual([path, 200])
    await answer.body?.cancel()
    expect([path, (await get(path, null)).status]).toEqual([path, path === '/checkpoint' ? 200 : 401])
  }
  const [, listed = ''] = /entries by (.*?) \(instants\)/.exec(section) ?? []
  const parts = [...listed.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  const query = parts.map((name) => `${name}=${name === 'from' || name === 'until' ? '2026-01-01T00:00:00Z' : 'x'}`)
  expect([parts.length, (await get(`/api/entries?${query.join('&')}`)).status]).toEqual([11, 200])
})
