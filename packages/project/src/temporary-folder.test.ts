import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'

const module = new URL('./temporary-folder.ts', import.meta.url).href

/** The folders that a process makes with these lines before and after, and its status when it was told to end. */
const toldToEnd = async (before: string, after: string) => {
  const code = `
    ${before}
    const { temporaryFolder } = await import(${JSON.stringify(module)})
    console.log(JSON.stringify(await Promise.all([temporaryFolder('test'), temporaryFolder('test')])))
    ${after}
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const folders = JSON.parse(line.toString().split('\n')[0] ?? '[]') as readonly string[]
  expect(folders.every((folder) => existsSync(folder))).toBe(true)
  child.kill('SIGTERM')
  const [status] = (await once(child, 'exit')) as [number | null]
  return { status, left: folders.filter((folder) => existsSync(folder)) }
}

test('temporary folders go with a process that is told to end', async () => {
  expect(await toldToEnd('', '')).toEqual({ status: 143, left: [] })
})

test.each([
  ['before, once', "process.once('SIGTERM', () => setTimeout(() => process.exit(7), 50))", ''],
  ['after', '', "process.on('SIGTERM', () => setTimeout(() => process.exit(7), 50))"],
])('who listens to the signal %s ends in their own way', async (_when, before, after) => {
  expect(await toldToEnd(before, after)).toEqual({ status: 7, left: [] })
})
