import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedClinic, serveClinic } from './serve-clinic.ts'

const page = readFileSync(new URL('rest.md', import.meta.url), 'utf8')
/** A request as HTTP has it, and the status, the headers and the body that it is answered with; `…` stands for what differs each time. */
const examples = [...page.matchAll(/```http request\n([\s\S]*?)```\n\n```http answer\n([\s\S]*?)```/g)].map(
  ([, request = '', answer = '']) => ({ request, answer }),
)

let clinic: ServedClinic
beforeAll(async () => {
  clinic = await serveClinic('serves: [rest]')
})
afterAll(() => clinic.close())

test('the page shows examples', () => expect(examples.length).toBe(14))

const partsOf = (text: string) => {
  const [head = '', body = ''] = text.split(/\n\n([\s\S]*)/)
  const [first = '', ...headers] = head.trim().split('\n')
  return {
    first,
    headers: headers.map((line) => [/^[^:]*/.exec(line)?.[0].toLowerCase() ?? '', line.replace(/^[^:]*:\s*/, '')]),
    body: body.trim(),
  }
}

test.each(examples)('$request', async ({ request, answer }) => {
  const asked = partsOf(request)
  const [method = '', path = ''] = asked.first.split(' ')
  const response = await fetch(`${clinic.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await clinic.tokenOf('clinician')}`,
      ...(asked.body !== '' && { 'content-type': 'application/json' }),
      ...Object.fromEntries(asked.headers),
    },
    ...(asked.body !== '' && { body: asked.body }),
  })
  const told = partsOf(answer)
  const text = await response.text()
  expect([response.status, text]).toEqual([Number(told.first.split(' ')[0]), expect.any(String)])
  for (const [name = '', value = ''] of told.headers) expect(response.headers.get(name)).toMatch(pattern(value))
  if (told.body !== '') expect(lines(text)).toMatch(pattern(lines(told.body)))
})

/** JSON in one line without spaces; what is no JSON stays. */
const lines = (text: string): string =>
  text
    .replaceAll(/\n\s*/g, '')
    .replaceAll(/([,:{[])\s+(?=["{[\d\]}tfn…])/g, '$1')
    .replaceAll(/\s+(?=[}\]])/g, '')

const pattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*?')}$`,
  )
