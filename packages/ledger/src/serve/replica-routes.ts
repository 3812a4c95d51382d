import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ProblemError, problem } from '@charter/runtime'
import { headerIn, logStart } from '@charter/runtime/service'
import type { FastifyRequest } from 'fastify'
import { type HeldPlace, type LogPlaces, logPlaces } from '../collect/log-places.ts'
import { notAsSealed, type TakenLines, takeLines } from '../collect/take-lines.ts'
import { type BoundedAlarms, boundedAlarms } from './alarm-bounds.ts'
import { logLines } from './log-body.ts'
import { type ReplicaBounds, replicaBounds } from './replica-bounds.ts'
import { replicaOf } from './replica-token.ts'
import { bodyBytesMax, type LedgerRoutes, type LedgerServerParts } from './serve-ledger.ts'

/**
 * Where replicas send their logs. `GET` says how far the ledger holds one, `POST` takes lines that go on from there and
 * answers once all that they seal is on the ledger's disk. One request of a replica at a time.
 */
export const replicaRoutes: LedgerRoutes = (app, parts) => {
  const alarms = boundedAlarms(parts.ledger.raise)
  const receiving: ReplicaContext = { parts, alarms, places: logPlaces(parts.folder, parts.ledger) }
  const bounds: ReplicaBounds = replicaBounds(() => parts.settings.replicaBytes, {
    raise: parts.ledger.raise,
    nowMs: parts.nowMs,
  })
  const busy = new Set<string>()
  const path = '/replicas/:replica/epochs/:epoch'

  app.get(path, async (request) => {
    const { replica, epoch } = await calledLog(receiving, request)
    const { through, head } = (await receiving.places.find(replica, epoch)) ?? logStart
    return { through, head }
  })

  app.post(path, async (request, reply) => {
    // A body that was not read to its end leaves nothing that another request could follow.
    reply.header('connection', 'close')
    const log = await calledLog(receiving, request)
    if (!(request.body instanceof Readable))
      throw new ProblemError(problem('unsupported-media-type', { detail: ndjson }))
    if (busy.has(log.replica)) throw new ProblemError(problem('in-progress', { retryAfterSeconds: 1 }))
    const settle = bounds.take(log.replica, bytesSaid(request))
    busy.add(log.replica)
    let bytesRead = 0
    try {
      const lines = await logLines(request.body, bodyBytesMax, (bytes) => {
        bytesRead += bytes
      })
      reply.removeHeader('connection')
      return await receive(receiving, log, lines)
    } finally {
      busy.delete(log.replica)
      settle(bytesRead)
    }
  })

  app.addHook('onClose', async () => alarms.close())
}

/** What it says that it sends, which is read at most; one that does not say may send as much as is read. */
const bytesSaid = ({ headers }: FastifyRequest): number => {
  const said = Number(headers['content-length'] ?? bodyBytesMax)
  return Number.isFinite(said) ? Math.min(said, bodyBytesMax) : bodyBytesMax
}

const ndjson = 'Send lines of the log, with Content-Type: application/x-ndjson.'

interface ReplicaContext {
  readonly parts: LedgerServerParts
  readonly alarms: BoundedAlarms
  readonly places: LogPlaces
}

/** A log, and from where its lines came. */
interface CalledLog {
  readonly replica: string
  readonly epoch: number
  readonly address: string
}

/** The log of the path, once the replica has proved that it is its own. */
const calledLog = async ({ parts, alarms }: ReplicaContext, request: FastifyRequest): Promise<CalledLog> => {
  const address = request.ip
  const forged = (replica: string, sentence: string): void =>
    alarms.raise(`caller ${replica}`, sentence, { replica, address })
  const { settings, ledger, nowMs, isAwaited } = parts
  const caller = await replicaOf(request.headers.authorization, {
    replicas: settings.replicas,
    origin: ledger.origin,
    nowMs,
    ...(isAwaited && { isAwaited }),
    onForged: forged,
  })
  const { replica = '', epoch = '' } = request.params as Readonly<Record<string, string>>
  if (replica !== caller) {
    forged(caller, `${caller} called for a log under another replica's name.`)
    throw new ProblemError(problem('forbidden', { detail: `${caller} may ask for and send its own logs alone.` }))
  }
  if (!/^[1-9]\d{0,14}$/.test(epoch))
    throw new ProblemError(problem('not-found', { detail: 'An epoch is a whole number from 1.' }))
  return { replica, epoch: Number(epoch), address }
}

interface Answer {
  readonly through: number
  readonly head: string
  readonly recorded: number
  readonly held: number
}

const receive = async (receiving: ReplicaContext, log: CalledLog, lines: readonly string[]): Promise<Answer> => {
  const { parts, places } = receiving
  const { replica, epoch } = log
  const before = await places.find(replica, epoch)
  requireGoesOn(receiving, log, before, lines[0] ?? '')
  const newestEpoch = before ? epoch : await places.lastEpochOf(replica)
  const taken = await takeLines(lines, { ...log, ledger: parts.ledger, key: keyOf(parts, replica), from: before ?? logStart, personal: personalOf(parts) }).catch(laterAgain) // biome-ignore format: one call
  if (taken.place.head !== '')
    // Where it cannot be kept, the next request is told where to go on from, and what comes twice is recorded once.
    await places
      .keep(replica, epoch, { ...taken.place, start: before?.start ?? startOf(lines[0] ?? '') })
      .catch(() => {})
  if (taken.place.head !== '' && newestEpoch > 0 && epoch > newestEpoch + 1)
    parts.ledger.raise('gap', `Logs of replica ${replica} are missing: epochs ${newestEpoch + 1} to ${epoch - 1}.`, { replica, expected: newestEpoch + 1, got: epoch }) // biome-ignore format: one call
  requireSound(receiving, log, taken)
  const { place, recorded, held } = taken
  return { ...place, recorded, held }
}

const startOf = (header: string): string => hash('sha256', header, 'hex')

/** The registered key: `calledLog` found the replica by it. */
const keyOf = ({ settings }: LedgerServerParts, replica: string) => {
  const key = settings.replicas.get(replica)
  if (!key) throw new Error(`the key of ${replica} is gone`)
  return key
}

const personalOf = ({ settings, vault }: LedgerServerParts) => (vault ? { paths: settings.personal, vault } : undefined)

/** Refuses lines that do not go on from where the log is held, and says where that is. */
const requireGoesOn = ({ alarms }: ReplicaContext, log: CalledLog, before: HeldPlace | null, first: string): void => {
  const isEntry = first.startsWith('{"entry":')
  const isHeader = !isEntry && headerIn(first) !== null
  // What is neither is no log, and told as such when it is read.
  if (before ? !isHeader && !isEntry : !isEntry) return
  if (before && isEntry && first.endsWith(`,"sequence":${before.through + 1}}`)) return
  if (before && isHeader && startOf(first) !== before.start) {
    const { replica, epoch, address } = log
    const sentence = `Another log came as epoch ${epoch} of ${replica} than the one that is held: its files were made anew, or changed.`
    alarms.raise(`log ${replica}`, sentence, { replica, epoch, address })
    const detail =
      'The ledger holds another log of this replica and epoch. A replica whose files were lost goes on under a new name.'
    throw new ProblemError(problem('conflict', { detail, reason: 'another-log' }))
  }
  const detail = before
    ? `This log is held through entry ${before.through}: go on from entry ${before.through + 1}.`
    : 'This log is wanted from its first line on.'
  throw new ProblemError(problem('conflict', { detail }))
}

/** A fault in what was sealed is told once what was sound before it is on disk. */
const requireSound = ({ alarms }: ReplicaContext, { replica, epoch, address }: CalledLog, taken: TakenLines): void => {
  if (taken.fault !== null) {
    alarms.raise(`log ${replica}`, notAsSealed(replica, epoch, taken), { replica, epoch, address })
    const detail = `What comes after entry ${taken.place.through} is not as the replica sealed it: ${taken.fault}`
    throw new ProblemError(problem('invalid-input', { detail }))
  }
  if (taken.unsealed > 0) {
    const detail = `End with a seal. ${taken.unsealed} entries after the last one were not taken.`
    throw new ProblemError(problem('invalid-input', { detail }))
  }
}

const retryAfterSeconds = 5

/** A ledger that has no room now: the replica keeps its log, and comes again. */
const laterAgain = (error: unknown): never => {
  throw error instanceof ProblemError && error.problem.code === 'unavailable'
    ? new ProblemError({ retryAfterSeconds, ...error.problem })
    : error
}
