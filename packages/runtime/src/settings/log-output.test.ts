import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { logOutput } from './log-output.ts'

/** A stream that takes a piece when it is read, and no sooner. */
const unread = () => {
  const taken: string[] = []
  const held: (() => void)[] = []
  let isRead = false
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      taken.push(String(chunk))
      if (isRead) done()
      else held.push(done)
    },
  })
  const read = (): void => {
    isRead = true
    for (const done of held.splice(0)) done()
  }
  return { stream, taken, read }
}

const line = `${'x'.repeat(999)}\n`

test('nobody has to read: a megabyte is kept, the rest is dropped, and how much is told once it is read', async () => {
  const { stream, taken, read } = unread()
  const dropped: number[] = []
  const output = logOutput(stream, (lines) => {
    dropped.push(lines)
    output.writeNow(`${lines} dropped\n`)
  })
  for (let at = 0; at < 5000; at++) output.write(line)
  output.writeNow('last\n')
  expect(stream.writableLength).toBeLessThan(1_100_000)
  expect(dropped).toEqual([])
  read()
  await output.close()
  const [lines = 0] = dropped
  expect(taken.join('').split('\n').length - 1).toBe(5001 - lines + 1)
  expect(taken.filter((text) => text !== '').at(-1)).toBe(`${lines} dropped\n`)
  expect(lines).toBeGreaterThan(3000)
})

test('what nobody reads is given up when it closes, and a reader that is gone is no bug', async () => {
  const { stream } = unread()
  const output = logOutput(stream, () => {})
  output.write(line)
  await output.close()
  const gone = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) })
  const other = logOutput(gone, () => {})
  other.writeNow(line)
  await other.close()
})
