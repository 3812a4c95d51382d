import { expect, test } from 'vitest'
import { bodyBytes, bodyText } from './response-body.ts'

test('an answer is read whole, and one without end is given up', async () => {
  expect(await bodyText(new Response('ä'))).toBe('ä')
  expect(await bodyText(new Response(null))).toBe('')
  let given = 0
  let isGivenUp = false
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(++given && 1000)),
    cancel: () => {
      isGivenUp = true
    },
  })
  await expect(bodyBytes(new Response(endless), 10_000)).rejects.toThrow('more than 10000 bytes')
  expect([given < 20, isGivenUp]).toEqual([true, true])
})
