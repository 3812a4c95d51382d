import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createTerminal } from './terminal.ts'

test('notes that nobody reads are kept up to a megabyte; how many more there were is told once they are read', async () => {
  const taken: string[] = []
  let read: (() => void) | null = null
  const err = new Writable({
    write: (chunk, _encoding, done) => {
      taken.push(String(chunk))
      if (taken.length === 1) read = done
      else done()
    },
  })
  const terminal = createTerminal(process.stdout, err as unknown as NodeJS.WriteStream, {})
  for (let at = 0; at < 3000; at++) terminal.note('x'.repeat(999))
  expect(err.writableLength).toBeLessThan(1_100_000)
  ;(read as (() => void) | null)?.()
  await vi.waitUntil(() => taken.at(-1)?.includes('dropped'))
  expect(taken.at(-1)).toBe(`${3001 - taken.length} notes were dropped: nobody read them in time.\n`)
})

test('where no terminal shows each step, a log is told now and then', () => {
  vi.useFakeTimers()
  try {
    const told: string[] = []
    const err = { write: (text: string) => told.push(text) } as unknown as NodeJS.WriteStream
    const progress = createTerminal(process.stdout, err, {}).progress('Reading the charter')
    progress.update('Starting the service')
    for (const done of [1, 2, 3]) {
      vi.advanceTimersByTime(10_000)
      progress.update(`${done} of 3 scenarios`)
    }
    progress.done()
    expect(told).toEqual(['Reading the charter\n', '2 of 3 scenarios\n'])
  } finally {
    vi.useRealTimers()
  }
})
