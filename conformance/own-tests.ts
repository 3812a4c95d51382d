import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateService, installNodeModules, loadCharter, requireSound, writeTree } from '@charter/project'
import { setup } from '../scripts/test-servers.ts'
import { writeService } from './bodies.ts'
import { arrange, charters, databases, onTestServer } from './charters.ts'

/**
 * The tests that a generated service is given, run in each: of our charters on every database, and of sound ones that say what ours do
 * not; one that does not serve REST has none yet. Words choose among them: `npm run own-tests -- edge sqlite`. Prints what fails and
 * `N services pass their own tests, N do not`; exits 1 when one does not.
 */
const main = async (): Promise<number> => {
  const words = process.argv.slice(2)
  const stop = await setup()
  const failed: string[] = []
  let passed = 0
  const judge = async (name: string, write: (folder: string) => Promise<unknown>): Promise<void> => {
    if (!words.every((word) => name.includes(word))) return
    const folder = await mkdtemp(join(tmpdir(), 'charter-own-tests-'))
    try {
      await write(folder)
      if (withoutTests.has(name)) return console.log(`${name}: has none`)
      await installNodeModules(folder, { withTools: true })
      const said = testsIn(folder)
      console.log(`${name}: ${said === null ? 'pass' : 'fail'}`)
      if (said === null) passed++
      else failed.push(`${name}\n${said}`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  try {
    for (const subject of charters)
      for (const database of databases) {
        const arranged = await arrange(subject, database)
        await judge(`${subject.name}, ${database}`, (folder) => writeService(folder, arranged))
      }
    onTestServer('postgresql')
    for (const file of readdirSync(soundFolder).filter((name) => name.endsWith('.yaml'))) {
      const loaded = await loadCharter(join(soundFolder, file))
      const { files } = await generateService(requireSound(loaded), 'node', loaded)
      await judge(file, (folder) => writeTree(folder, files))
    }
  } finally {
    stop()
  }
  for (const each of failed) console.log(`\n${each}`)
  console.log(`${passed} services pass their own tests, ${failed.length} do not`)
  return failed.length > 0 ? 1 : 0
}

const soundFolder = new URL('sound/', import.meta.url).pathname
const saidMax = 4000

/** Charters that do not serve REST: their services have no tests yet. */
const withoutTests = new Set(['gauges.yaml', 'reading-room.yaml'])

/** Null where they pass, else what was said. */
const testsIn = (folder: string): string | null => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--run', 'test'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  })
  if (status === 0 && !stdout.includes('ℹ tests 0')) return null
  const at = stdout.indexOf('failing tests:')
  return at < 0 ? `${stderr}\n${stdout.slice(-saidMax)}` : stdout.slice(at, at + saidMax)
}

process.exitCode = await main()
