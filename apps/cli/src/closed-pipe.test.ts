import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startCharter } from './testing/charter.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-pipe-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clinic = join(import.meta.dirname, '..', '..', '..', 'packages', 'charter', 'examples', 'clinic.yaml')

test('what is written is written, whoever reads what is told of it', async () => {
  const file = join(folder, 'charter.yaml')
  copyFileSync(clinic, file)
  const running = startCharter(['edit', 'add a phone number to patients', '--charter', folder, '--yes'])
  running.process.stdout?.destroy()
  expect((await running.ended).status).toBe(0)
  expect(readFileSync(file, 'utf8')).toMatch(/phone/i)
}, 30_000)

test('a service that was started ends with who reads along', async () => {
  const running = startCharter(['mock', clinic, '--json'])
  running.process.stdout?.destroy()
  expect((await running.ended).status).toBe(0)
}, 30_000)
