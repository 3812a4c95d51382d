import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ProblemError, problem } from '@charter/runtime'
import { expect, test } from 'vitest'
import { exitCodes } from './command.ts'
import { sayFailure } from './say-failure.ts'
import { createTerminal } from './terminal.ts'

/** What is said of a failure, with its exit code. */
const said = (error: unknown): readonly [string, number] => {
  const texts: string[] = []
  // Of a stream this is all that a terminal asks for.
  const stream = { isTTY: false, write: (chunk: string) => texts.push(chunk) } as unknown as NodeJS.WriteStream
  const code = sayFailure(error, false, createTerminal(stream, stream, {}))
  return [texts.join('').trim(), code]
}

test('where no service is asked, its sentence to callers is not said: the cause is', () => {
  const cause = new Error('There is no SQLite file sales.db.')
  expect(said(new ProblemError(problem('unavailable', { cause })))).toEqual([cause.message, exitCodes.environment])
})

test('what cannot be reached is said to be so', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { syscall: 'connect' })
  expect(said(new ProblemError(problem('unavailable', { cause })))[0]).toBe(
    'What this needs cannot be reached: connect ECONNREFUSED 127.0.0.1:5432. Is it running, and is its address right?',
  )
})

test('a sentence of its own is kept before its cause', () => {
  const detail = 'The time-stamp authority did not answer.'
  expect(said(new ProblemError(problem('unavailable', { detail, cause: new Error('It timed out.') })))[0]).toBe(
    `${detail} It timed out.`,
  )
})

test('a mistake in the environment is its sentence, not a bug', () => {
  const error = Object.assign(new Error('PORT must be a number from 0 to 65535.'), { name: 'ConfigError' })
  expect(said(error)).toEqual([error.message, exitCodes.environment])
})

const fault = (code: string, syscall: string, path: string): Error =>
  Object.assign(new Error(`${code}: said by the system, ${syscall} '${path}'`), { code, syscall, path })

test.each([
  ['EROFS', 'open', 'lies on a disk that may only be read'],
  ['EACCES', 'mkdir', 'may not be written to by this user'],
  ['EPERM', 'rename', 'may not be written to by this user'],
  ['ENOENT', 'mkdir', 'takes no new files or folders'],
  ['ENOENT', 'open', 'takes no new files or folders'],
])('%s of %s names the folder that cannot be written to, and what to do', (code, syscall, why) => {
  const path = syscall === 'open' ? 'none' : 'none/x'
  expect(said(fault(code, syscall, join(tmpdir(), path)))).toEqual([
    `Nothing can be written into the folder "${tmpdir()}": it ${why}. Make it writable, or name or go to another folder, and run the same command again.`,
    exitCodes.environment,
  ])
})

test('links that lead nowhere are told so', () => {
  const link = join(mkdtempSync(join(tmpdir(), 'charter-links-')), 'link')
  symlinkSync(link, link)
  expect(said(fault('ELOOP', 'open', link))[0]).toBe(
    `"${link}" is a link that leads back to itself. Take it away, or name another place.`,
  )
  expect(said(fault('EEXIST', 'mkdir', link))[0]).toContain('is a link that leads nowhere')
})

test('what is moved is refused where it goes to', () => {
  const moved = Object.assign(fault('EACCES', 'rename', join(tmpdir(), 'a/x')), { dest: '/proc/b/x' })
  expect(said(moved)[0]).toContain('"/proc"')
})

test('a file that is named as a folder is told so, and a folder as a file', () => {
  const file = fileURLToPath(import.meta.url)
  expect(said(fault('ENOTDIR', 'open', `${file}/x/y`))[0]).toBe(`"${file}" is a file: name a folder.`)
  expect(said(fault('EEXIST', 'mkdir', file))[0]).toBe(`"${file}" is a file: name a folder.`)
  expect(said(fault('EISDIR', 'open', tmpdir()))[0]).toBe(`"${tmpdir()}" is a folder: name a file.`)
})

test('a file that we did not find where its folder is missing too is a mistake of ours', () => {
  expect(said(fault('ENOENT', 'open', '/nowhere/at/all'))[0]).toContain('This is a mistake in Charter')
})
