import { readFileSync } from 'node:fs'
import { openLog } from '@charter/runtime/service'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('logging.md', import.meta.url), 'utf8')

test('a line of the log has the keys that the page shows, in that order, and the table explains each', () => {
  const shown = JSON.parse(/```json\n(.+)\n```/.exec(page)?.[1] ?? '{}') as Readonly<Record<string, unknown>>
  const written: string[] = []
  const log = openLog({ level: 'info', name: 'clinic', to: { write: (text) => void written.push(text) } })
  log.request({
    style: 'rest',
    method: 'GET',
    route: '/api/patients/:id',
    status: 200,
    ms: 3.1,
    requestId: '3f0c5a9e',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  })
  const { time: _, ...line } = JSON.parse(written.join('')) as Readonly<Record<string, unknown>>
  expect(Object.keys(JSON.parse(written.join('')))).toEqual(Object.keys(shown))
  expect({ ...line, time: shown.time }).toEqual(shown)
  const explained = [...page.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, keys = '']) => keys.match(/\w+/g) ?? [])
  expect([...explained, 'msg'].toSorted()).toEqual(Object.keys(shown).toSorted())
})
