import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedClinic, serveClinic } from './serve-clinic.ts'

const page = readFileSync(new URL('soap.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/```xml request\n([\s\S]*?)```\n\n```xml answer\n([\s\S]*?)```/g)].map(
  ([, request = '', answer = '']) => ({ request, answer }),
)

let clinic: ServedClinic
beforeAll(async () => {
  clinic = await serveClinic('serves: [soap]')
})
afterAll(() => clinic.close())

test('the page shows examples', () => expect(examples.length).toBe(3))

const dense = (xml: string): string => xml.replaceAll(/>\s+</g, '><').trim()

test.each(examples)('$request', async ({ request, answer }) => {
  const is12 = request.includes('http://www.w3.org/2003/05/soap-envelope')
  const response = await fetch(`${clinic.url}/soap/Clinic`, {
    method: 'POST',
    headers: {
      'content-type': is12 ? 'application/soap+xml' : 'text/xml',
      authorization: `Bearer ${await clinic.tokenOf('clinician')}`,
    },
    body: request,
  })
  expect(/<soap:Body>(.*)<\/soap:Body>/s.exec(await response.text())?.[1]).toBe(dense(answer))
})
