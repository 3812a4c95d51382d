import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyReplicaLog } from '@charter/runtime/service'
import { expect, test } from 'vitest'
import { open } from './testing/clinic.ts'

const kills = 10

/** Runs the writer and kills it without warning after `afterMs`; gives what it had acknowledged by then. */
const killed = (folder: string, afterMs: number): Promise<readonly { readonly name: string; readonly id: string }[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./testing/writer.ts', import.meta.url)), folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString()
    })
    child.stdout.on('data', (chunk: Buffer) => {
      if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
      said += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (status, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`the writer ended by itself with ${status}: ${complaint}`))
      // The last line may be cut: it then was not said.
      const lines = said.split('\n').slice(1, -1)
      resolve(lines.map((line) => ({ name: line.split(' ')[0] ?? '', id: line.split(' ')[1] ?? '' })))
    })
  })

test(`every write that was acknowledged has its row and its entry, over ${kills} kills in the middle of writing`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-durability-'))
  const acknowledged: { readonly name: string; readonly id: string }[] = []
  for (let at = 0; at < kills; at++) acknowledged.push(...(await killed(folder, 40 + at * 23)))
  expect(acknowledged.length).toBeGreaterThan(kills * 3)

  const { service, close } = await open({ folder })
  const rows = new Map(
    (await service.database.all('SELECT "name", "id" FROM "patient"', [])).map(([name, id]) => [
      String(name),
      String(id),
    ]),
  )
  const entries = (await service.state.recentAudit(1_000_000, 0)).filter(
    ({ operation, outcome }) => operation === 'Patient.create' && outcome === 'ok',
  )
  const recorded = new Set(entries.map(({ key }) => (JSON.parse(key ?? '{}') as { id?: string }).id))
  expect(acknowledged.filter(({ name, id }) => rows.get(name) !== id)).toEqual([])
  expect(acknowledged.filter(({ id }) => !recorded.has(id))).toEqual([])
  // Nor is there an entry of a row that was not written, or a row without an entry.
  const made = [...rows].filter(([name]) => /^\d+-\d-\d+$/.test(name)).map(([, id]) => id)
  expect(new Set(made)).toEqual(recorded)
  expect(entries.length).toBe(recorded.size)

  await close()
  const logs = readdirSync(join(folder, 'audit')).sort()
  expect(logs).toHaveLength(kills + 1)
  const verdicts = await Promise.all(logs.map((name) => verifyReplicaLog(join(folder, 'audit', name))))
  // What was not drained before a kill is drained by the next run: no entry is lost on the way to the signed logs.
  expect(verdicts.reduce((sum, verdict) => sum + verdict.entries, 0)).toBeGreaterThanOrEqual(entries.length)
  expect(verdicts.at(-1)).toMatchObject({ isWhole: true, unsealed: 0 })
  rmSync(folder, { recursive: true })
}, 120_000)
