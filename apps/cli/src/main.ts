import { runLine } from './run-line.ts'
import { createTerminal } from './terminal.ts'

// Whoever reads along may leave early: `charter generate --dry-run | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

process.exitCode = await runLine(process.argv.slice(2), createTerminal(process.stdout, process.stderr, process.env))
