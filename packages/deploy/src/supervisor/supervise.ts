// The supervisor of a folder: `supervise.ts <folder>`. It outlives whoever started it. A second one ends at once, with 4.
import { closeSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '@charter/runtime/settings/private-files'
import { openIngress } from '../ingress/open-ingress.ts'
import { boundLogs } from './bound-logs.ts'
import { controlOf } from './control.ts'
import { FolderTaken, type Kept, openKept } from './kept.ts'
import { placesIn } from './places.ts'
import { superviseIn } from './supervisor.ts'

const [folder = ''] = process.argv.slice(2)
privateFolder(folder)
privateFolder(join(folder, 'logs'))
process.chdir(folder)
closeInherited()

const logsEveryMs = 60_000

const kept = openOrEnd()
const supervisor = superviseIn({ folder, kept, places: placesIn(kept, openIngress()) })
await supervisor.adopt()
setInterval(() => boundLogs('logs'), logsEveryMs)

const control = controlOf(supervisor, leave)
// The folder is ours by now: a socket that is there was of one that is gone. Named from here, its path is short enough for any system.
rmSync('control', { force: true })
control.listen('control', () => process.stdout.write('ready\n'))
process.stdout.on('error', () => {})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)

function leave(): void {
  supervisor.close()
  process.exit(0)
}

function openOrEnd(): Kept {
  try {
    return openKept(folder)
  } catch (error) {
    if (error instanceof FolderTaken) process.exit(4)
    throw error
  }
}

/** What somebody left open who started this would be a service's too. Ours are closed by themselves when a program is run (O_CLOEXEC). */
function closeInherited(): void {
  const closesByItself = 0o2000000
  for (const file of readdirSync('/proc/self/fd')
    .map(Number)
    .filter((each) => each > 2))
    try {
      const [, flags = '0'] = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, 'utf8')) ?? []
      if ((Number.parseInt(flags, 8) & closesByItself) === 0) closeSync(file)
    } catch {
      // Open while they were listed.
    }
}
