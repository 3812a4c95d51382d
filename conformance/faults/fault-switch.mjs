// Beside a generated service's own files: whether a guard is in force, and which were passed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const path = new URL('../fault.json', import.meta.url)
const { active, port } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
let passed = new Set()
globalThis.__off = (guard) => {
  passed.add(guard)
  return guard !== active
}
const take = () => {
  const taken = [...passed]
  passed = new Set()
  return JSON.stringify(taken)
}
// Of a service: over HTTP, as its standard streams are its own.
if (port !== undefined)
  createServer((_request, response) => response.end(take()))
    .listen(port, '127.0.0.1')
    .unref()
// Of a test: in a file, when it ends.
if (process.env.PASSED_GUARDS !== undefined)
  process.on('exit', () => {
    mkdirSync(process.env.PASSED_GUARDS, { recursive: true })
    writeFileSync(`${process.env.PASSED_GUARDS}/${process.pid}.json`, take())
  })
