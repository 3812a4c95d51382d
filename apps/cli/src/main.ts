import { format } from 'node:util'
import { compileLess } from './compile-less.ts'
import { keepCompiled } from './keep-compiled.ts'
import { createTerminal } from './terminal.ts'

// Whoever reads along may leave early, `charter migrate | head -1`: what was asked for is done all the same, and a service that was
// started ends as with a terminal that closes.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return void process.emit('SIGHUP')
  const why = error.code === 'ENOSPC' ? 'The disk is full. Make room' : `${error.message}. Mend that`
  process.stderr.write(`What was printed could not be written: ${why} and run the same command again.\n`)
  process.exit(3)
})
// Nobody is left to be told that nobody can be told.
process.stderr.on('error', () => {})

const terminal = createTerminal(process.stdout, process.stderr, process.env)

// Bugs of a service that runs in here are told by way of the terminal as well: their words are anybody's.
console.error = (...given: unknown[]) => terminal.note(format(...given))
console.log = (...given: unknown[]) => terminal.line(format(...given))

compileLess(process.versions)
keepCompiled(process.env)
// Loaded only now, so that it is kept compiled.
const { runLine } = await import('./run-line.ts')
process.exitCode = await runLine(process.argv.slice(2), terminal)
// Notes that nobody reads keep no command from its end; what was asked for is waited for.
setInterval(() => {
  if (process.stderr.writableLength > 0 && process.stdout.writableLength === 0) process.exit()
}, 1000).unref()
