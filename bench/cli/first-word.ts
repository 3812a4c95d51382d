import { writeSync } from 'node:fs'

// Loaded before a command: at the first word that it says it tells what CPU it took until then, on file descriptor 3, and ends.
const tell = (): never => {
  const { user, system } = process.cpuUsage()
  writeSync(3, String((user + system) / 1e6))
  process.exit()
}
process.stdout.write = tell
process.stderr.write = tell
