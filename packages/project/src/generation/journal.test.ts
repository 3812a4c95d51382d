import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyChanges, type Change, FolderBusy, finishChanges } from './journal.ts'
import { writeTree } from './write-tree.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const stateOf = (within: string): string => {
  const hash = createHash('sha256')
  for (const name of readdirSync(within, { recursive: true }).map(String).sort())
    if (statSync(join(within, name)).isFile()) hash.update(`${name}\0`).update(readFileSync(join(within, name)))
  return hash.digest('hex')
}

/** A tree of which every file says its generation, and some are only in one. */
const treeOf = (generation: number): readonly Change[] =>
  Array.from({ length: 200 }, (_, at) => ({
    path: `src/${at % 7}/${at % 3 === 0 ? generation : 'both'}-${at}.ts`,
    content: `${generation}\n`.repeat(at),
  }))

/** One generation in the place of another: those of before that are not in it go. */
const turnTo = (from: number, to: number): readonly Change[] => {
  const kept = new Set(treeOf(to).map(({ path }) => path))
  const gone = treeOf(from).filter(({ path }) => !kept.has(path))
  return [...treeOf(to), ...gone.map(({ path }): Change => ({ path, content: null }))]
}

test('killed at any time, the folder is as before or, when it is next looked at, as after', async () => {
  await applyChanges(folder, treeOf(1))
  const states = { before: stateOf(folder), after: '' }
  await applyChanges(folder, turnTo(1, 2))
  states.after = stateOf(folder)
  await applyChanges(folder, turnTo(2, 1))
  expect(stateOf(folder)).toBe(states.before)
  const program = `
    const { applyChanges } = await import(${JSON.stringify(join(import.meta.dirname, 'journal.ts'))})
    process.stdout.write('ready')
    let text = ''
    for await (const chunk of process.stdin) text += chunk
    process.stdout.write('go')
    await applyChanges(process.argv[1], JSON.parse(text))
    process.stdout.write('done')`
  for (let round = 0; round < 12; round++) {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program, folder],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.stdin.end(JSON.stringify(turnTo(1, 2)))
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      // From its first write to past its last: how long that takes differs from machine to machine, and that is the point.
      if (said.includes('go')) setTimeout(() => child.kill('SIGKILL'), round * 4)
    })
    await ended
    await finishChanges(folder)
    const state = stateOf(folder)
    expect(existsSync(join(folder, '.charter/pending'))).toBe(false)
    expect([states.before, states.after]).toContain(state)
    if (state === states.after) await applyChanges(folder, turnTo(2, 1))
  }
})

test('interrupted after it was decided, each step that was done is done once', async () => {
  await applyChanges(folder, treeOf(1))
  const steps = [
    { path: 'src/new.ts', staged: '0', was: null },
    { path: 'src/there.ts', staged: '1', was: null },
    { path: 'src/1/both-1.ts', staged: null, was: createHash('sha256').update('1\n').digest('hex') },
  ]
  mkdirSync(join(folder, '.charter/pending'), { recursive: true })
  writeFileSync(join(folder, '.charter/pending/journal.json'), JSON.stringify(steps))
  writeFileSync(join(folder, '.charter/pending/0'), 'new')
  // The second was put in place before the end came.
  writeFileSync(join(folder, 'src/there.ts'), 'there')
  expect(await finishChanges(folder)).toBe(true)
  expect(['src/new.ts', 'src/there.ts'].map((path) => readFileSync(join(folder, path), 'utf8'))).toEqual([
    'new',
    'there',
  ])
  expect(existsSync(join(folder, 'src/1/both-1.ts'))).toBe(false)
  expect(await finishChanges(folder)).toBe(false)
})

test('what a person wrote after an interruption is kept beside', async () => {
  writeFileSync(join(folder, 'a.ts'), 'before')
  mkdirSync(join(folder, '.charter/pending'), { recursive: true })
  const was = createHash('sha256').update('before').digest('hex')
  writeFileSync(join(folder, '.charter/pending/journal.json'), JSON.stringify([{ path: 'a.ts', staged: '0', was }]))
  writeFileSync(join(folder, '.charter/pending/0'), 'generated')
  writeFileSync(join(folder, 'a.ts'), 'mine')
  await finishChanges(folder)
  expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('generated')
  const beside = readdirSync(folder).find((name) => name.startsWith('a.ts.yours-')) ?? ''
  expect(readFileSync(join(folder, beside), 'utf8')).toBe('mine')
})

test('two at once: the second is told of the first, and what a dead one was preparing is taken back', async () => {
  mkdirSync(join(folder, '.charter/pending'), { recursive: true })
  writeFileSync(join(folder, '.charter/pending/owner'), String(process.ppid))
  await expect(finishChanges(folder)).rejects.toThrow(FolderBusy)
  await expect(finishChanges(folder)).rejects.toThrow(`(${process.ppid})`)
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(join(folder, '.charter/pending/owner'), String(gone))
  expect(await finishChanges(folder)).toBe(false)
  expect(existsSync(join(folder, '.charter/pending'))).toBe(false)
})

/** A disk of 2 MiB. Null with the reason where this machine lets nobody make one. */
const whyNot = ((): string | null => {
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  const place = mkdtempSync(join(tmpdir(), 'charter-mount-'))
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', place], { encoding: 'utf8' })
  if (made.status === 0) spawnSync('umount', [place])
  rmSync(place, { recursive: true })
  return made.status === 0 ? null : `a small disk cannot be mounted here: ${made.stderr || made.error?.message}`
})()

describe.skipIf(whyNot !== null)(`a full disk${whyNot === null ? '' : ` (skipped: ${whyNot})`}`, () => {
  beforeEach(() => {
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder])
  })
  afterEach(() => {
    spawnSync('umount', [folder])
  })

  test('changes nothing, whichever file it is full at', async () => {
    const small = (generation: string) =>
      Array.from({ length: 40 }, (_, at) => ({
        path: `src/${at}.ts`,
        text: generation.repeat(8000),
        owner: 'shared' as const,
      }))
    await writeTree(folder, small('1'))
    const before = stateOf(folder)
    for (const filler of [1_500_000, 1_300_000, 1_200_000, 1_000_000]) {
      writeFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(filler, 0)))
      const outcome = await writeTree(folder, small('2')).then(
        () => 'written',
        (error: NodeJS.ErrnoException) => error.code,
      )
      rmSync(join(folder, 'filler'))
      expect(['ENOSPC', 'written']).toContain(outcome)
      if (outcome === 'ENOSPC') expect(stateOf(folder)).toBe(before)
      else await writeTree(folder, small('1'))
    }
    writeFileSync(join(folder, 'filler'), Buffer.alloc(1_500_000))
    await expect(writeTree(folder, small('2'))).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})
