import type { AuditSeen } from '@charter/server/program'
import { type Asked, defineCommand, exitCodes, required, UsageError } from '../command.ts'
import { placeOptions, platformPlace, platformRefusals } from '../platform-place.ts'
import { aligned } from '../terminal.ts'

export const audit = defineCommand({
  usage: '<kind> <id> [--reads] [--to <address>] [--json]',
  wordsMax: 2,
  options: {
    reads: { type: 'boolean', description: 'Who read it, too. Default: what was changed, decided, refused or failed.' },
    ...placeOptions,
  },
  examples: [
    'charter audit deployment 0198…',
    'charter audit version 0198… --reads',
    'charter audit environments 0198… --json',
  ],
  run: async (asked, terminal) => {
    const { auditOf } = await import('@charter/server/program')
    const [kind, id] = [await kindIn(asked), required(asked, 1, 'Its id')]
    const { calls } = await platformPlace(asked)
    const withReads = asked.flag('reads')
    const seen = await auditOf(calls, { kind, id, withReads }).catch(platformRefusals)
    if (asked.flag('json')) terminal.json(seen)
    else for (const line of aligned(seen.map(rowOf))) terminal.line(line)
    if (seen.length === 0 && !withReads) terminal.note('Nothing but reads is on record: --reads shows them.')
    return exitCodes.fine
  },
})

/** One of many as well as all of them: `deployment`, `deployments`. */
const kindIn = async (asked: Asked) => {
  const { audited } = await import('@charter/server/program')
  const said = required(asked, 0, 'What is looked at, like `deployment`,')
  const kind = audited.find((each) => each === said || singular(each) === said)
  if (kind) return kind
  throw new UsageError(`There is no record of "${said}". Say one of: ${audited.map(singular).join(', ')}.`)
}

const singular = (kind: string): string => kind.replace(/ies$/, 'y').replace(/s$/, '')

const rowOf = ({ at, deed, principal, apiKey, keyName, operation, outcome }: AuditSeen): readonly string[] => [
  at,
  deed,
  apiKey === null ? (principal ?? 'nobody') : `${principal ?? 'nobody'} by key ${keyName ?? apiKey}`,
  operation,
  outcome === 'ok' ? '' : outcome,
]
