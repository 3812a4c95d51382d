import { flushCompileCache } from 'node:module'
import { type Desk, openDesk } from './desk.ts'

// A process of its own, to be killed: runs whatever is queued.

const desk = JSON.parse(process.argv[2] ?? '') as Desk
await openDesk(
  desk,
  (error) => console.error('bug:', error),
  (moment) => console.log(moment),
)
// Its end is SIGKILL, which keeps nothing of what was compiled.
flushCompileCache()
setInterval(() => {}, 60_000)
