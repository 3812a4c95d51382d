import { type Desk, openDesk } from './desk.ts'

// A process of its own, to be killed: runs whatever is queued.

const desk = JSON.parse(process.argv[2] ?? '') as Desk
await openDesk(
  desk,
  (error) => console.error('bug:', error),
  (moment) => console.log(moment),
)
setInterval(() => {}, 60_000)
