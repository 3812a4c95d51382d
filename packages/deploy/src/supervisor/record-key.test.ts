import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordKeyIn } from './record-key.ts'

let folder: string
let data: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-record-key-'))
  data = join(folder, 'data')
  mkdirSync(join(data, 'keys'), { recursive: true })
  writeFileSync(join(folder, 'audit.pub.pem'), 'another’s')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const key = (): string => join(data, 'keys', 'audit.pub.pem')

test('a key is read where it is a file, and nothing that lies in its place', () => {
  expect(recordKeyIn(data)).toBe(null)
  writeFileSync(key(), 'mine')
  expect(recordKeyIn(data)).toBe('mine')
  writeFileSync(key(), 'x'.repeat(5000))
  expect(recordKeyIn(data)).toBe(null)
  rmSync(key())
  execFileSync('mkfifo', [key()])
  expect(recordKeyIn(data)).toBe(null)
  rmSync(key())
  symlinkSync(join(folder, 'audit.pub.pem'), key())
  expect(recordKeyIn(data)).toBe(null)
  renameSync(join(data, 'keys'), join(folder, 'aside'))
  symlinkSync(folder, join(data, 'keys'))
  expect(recordKeyIn(data)).toBe(null)
})

/** Puts a link in the place of the file, and the file in that of the link, for as long as it runs. */
const swapping = `
  const { symlinkSync, renameSync, writeFileSync } = require('node:fs')
  const { key, other } = require('node:worker_threads').workerData
  for (;;) {
    writeFileSync(key + '1', 'mine')
    renameSync(key + '1', key)
    symlinkSync(other, key + '2')
    renameSync(key + '2', key)
  }
`

test('no link is followed that is put there while it is looked at', async () => {
  const worker = new Worker(swapping, { eval: true, workerData: { key: key(), other: join(folder, 'audit.pub.pem') } })
  const read = new Set<string | null>()
  for (let times = 0; times < 50_000; times++) read.add(recordKeyIn(data))
  await worker.terminate()
  expect([...read].filter((each) => each !== null && each !== 'mine' && each !== '')).toEqual([])
})
