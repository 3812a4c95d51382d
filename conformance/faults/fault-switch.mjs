// Beside a generated service's own files: whether a guard is in force, which were passed, and which mattered.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = new URL('../fault.json', import.meta.url)
const { active, port, into } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
let [passed, mattered] = [new Set(), new Set()]
globalThis.__off = (guard) => {
  passed.add(guard)
  return guard !== active
}
globalThis.__told = (guard, value, is) => {
  if (Boolean(value) === is || typeof value?.then === 'function') mattered.add(guard)
  return value
}
globalThis.__given = (guard, value) => {
  if (value !== true) mattered.add(guard)
  return value
}
const take = (others = []) => {
  const all = [{ passed, mattered }, ...others]
  const taken = {
    passed: [...new Set(all.flatMap((each) => [...each.passed]))],
    mattered: [...new Set(all.flatMap((each) => [...each.mattered]))],
  }
  passed = new Set()
  mattered = new Set()
  return JSON.stringify(taken)
}
const leaveIn = (folder, isLeft = () => true) =>
  process.on('exit', () => {
    if (!isLeft()) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${process.pid}.json`), take())
  })
/** What processes beside the service passed that have ended since. */
const beside = fileURLToPath(new URL('../passed-beside', import.meta.url))
const leftBeside = () => {
  if (!existsSync(beside)) return []
  const left = readdirSync(beside).map((each) => JSON.parse(readFileSync(join(beside, each), 'utf8')))
  rmSync(beside, { recursive: true })
  return left
}

// Of a service: over HTTP, as its standard streams are its own. Another one of the same folder, which a scenario starts, finds the port
// taken; one with a mistake in its environment ends before it can find out.
if (port !== undefined) {
  const telling = createServer((_request, response) => response.end(take(leftBeside())))
  telling.on('error', () => {}).listen(port, '127.0.0.1')
  telling.unref()
  leaveIn(beside, () => !telling.listening)
}
// Of tests, and of services that they start: in a file each, when they end.
if (into !== undefined) leaveIn(into)
