import type { Operation } from './charter.ts'
import type { CharterCheck } from './charter-check.ts'
import { stateApart } from './ours.ts'

/** `mode: job`: a run is a row in one transaction with the service's state, and what it gives is no row of another entity. */
export const checkJobs: CharterCheck = (charter, { report }) => {
  for (const operation of [...charter.operations, ...charter.internal]) {
    const { name: job, place, effect } = operation
    const at = { place, path: `operations.${job}` }
    const say = (why: string | null): void => {
      if (why !== null) report('bad-job', at, { job, why })
    }
    if (operation.schedule) say(scheduleMistake(operation))
    if (operation.keepMs !== undefined && operation.mode !== 'job')
      say('`keep` is of the runs of a job: add `mode: job`')
    if (operation.mode !== 'job') continue
    const why = effect === 'read' ? 'it only reads' : apartMistake(charter, job)
    // Nobody wrote the job of deliveries: it comes with `webhooks`.
    if (operation.isBuiltIn && why !== null) report('bad-webhooks', { place, path: 'webhooks' }, { why })
    else say(why)
  }
}

const apartMistake = (charter: Parameters<CharterCheck>[0], operation: string): string | null => {
  const runs = charter.entities.find(({ job }) => job === operation)
  return runs ? stateApart(charter, runs) : null
}

const dayMs = 86_400_000

/** Nobody is there to say what it is for, and nobody's rights it could have. */
const scheduleMistake = ({ mode, rights, hasKey, input, schedule }: Operation): string | null => {
  if (mode !== 'job') return '`every` and `cron` are of a job: add `mode: job`'
  if (rights !== 'service') return 'what begins by itself has nobody’s rights: add `rights: service`'
  if (hasKey) return 'it is on one row, and nothing says which where it begins by itself'
  const needed = input.find((member) => !member.isOptional && member.default === undefined)
  if (needed) return `nothing says \`${needed.name}\` where it begins by itself: make it optional, or give it a default`
  if (schedule && 'everyMs' in schedule && schedule.atMs !== undefined && schedule.everyMs % dayMs !== 0)
    return '`at` is of what is every day, or every so many days'
  return null
}
