import type { Readable } from 'node:stream'
import type { Call, Execute, Outcome } from '../../call/call.ts'
import type { FileAsked, FileCalls, FileRange, FileSaid, UploadProgress } from '../../call/file-calls.ts'
import type { FileValue } from '../../call/file-value.ts'
import { givenName } from '../../call/given-name.ts'
import type { FileModel } from '../../call/model.ts'
import { principalKey } from '../../call/principal-key.ts'
import type { FileStore, Scan, ScannedFile, StoredFile, WantedFile } from '../../files/file-store.ts'
import type { ServiceFiles } from '../../files/service-files.ts'
import { watchStanding } from '../../identity/standing.ts'
import { type Places, placesOf } from '../../limits/places.ts'
import { ProblemError, problem } from '../../problem/problem.ts'
import { auditEntry, newNotes } from '../../record/audit-entry.ts'
import type { CallStore } from '../../rows/call-store.ts'
import { readingNow } from '../../rows/input.ts'
import { entityOf, tenantFor } from '../../store/entity.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import { isObject, type Json } from '../../values/json.ts'
import type { ExecutorOptions } from '../call-engine.ts'
import { hooksOf } from '../hook-of.ts'
import { ifOurs, sealedWork } from '../jobs/sealed-work.ts'
import { refuseOften } from '../often.ts'
import { ownFetch } from '../own-fetch.ts'
import { removalOf, unnamedMs } from './file-work.ts'
import { inTime, takenInTime } from './in-time.ts'

export interface FileCallsOptions
  extends Pick<ExecutorOptions, 'audit' | 'hooks' | 'queue' | 'nowMs' | 'onFault' | 'rates'> {
  readonly store: CallStore
  readonly files: ServiceFiles
  readonly execute: Execute
}

/** Files that come in at once, each with some 4 MiB of memory, and those of one caller. */
const [comingMax, comingEachMax] = [32, 4]
/** Files that are read at once, each with a handle and some buffers, and those of one caller. */
const [readMax, readEachMax] = [256, 16]

export const fileCalls = (options: FileCallsOptions): FileCalls => {
  const { execute } = options
  const places = placesOf({ max: comingMax, eachMax: comingEachMax })
  const readers = placesOf({ max: readMax, eachMax: readEachMax })

  /** Bytes are given out while a place is free, which is left once they are read: to who takes them in time, while their sign-in stands. */
  const whileRead = async (asked: FileAsked, open: () => Promise<Readable>): Promise<Readable> => {
    const leave = takePlace(readers, asked, fullOfReaders)
    try {
      return whileStanding(asked, options.nowMs, takenInTime((await open()).once('close', leave)))
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Bytes come in while a place is free. */
  const whileComing = async <Result>(asked: FileAsked, work: () => Promise<Result>): Promise<Result> => {
    const leave = takePlace(places, asked, full)
    return work().finally(leave)
  }

  /** An entry of an update, beside what its Call leaves. */
  const note = async (asked: FileAsked, outcome: string, fields: readonly string[]): Promise<void> => {
    const { entity, key } = asked
    const notes = { ...newNotes(), entity, key, fields }
    const entry = auditEntry(callOf(asked, 'update', { key }), outcome, notes, 'durable', options.nowMs())
    await options.audit.durable(entry, null)
  }

  /** What is refused of bytes is on record, as an update that ended so; a break in the line is not. */
  const onRecord = <Result>(asked: FileAsked, work: () => Promise<Result>): Promise<Result> =>
    work().catch(async (error: unknown) => {
      const code = error instanceof ProblemError ? error.problem.code : 'internal'
      if (code === 'unavailable') options.onFault?.(error, { operation: `${asked.entity}.update` })
      if (code !== 'cancelled') await note(asked, code, [asked.field])
      throw error
    })

  const update = async (asked: FileAsked, file: FileValue | null): Promise<Outcome> => {
    const files = { [asked.field]: file }
    const outcome = await execute(callOf(asked, 'update', { key: asked.key, value: {}, files }))
    if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
    return outcome
  }

  /** Whether the row may be updated: by an update that changes nothing, and shows nothing. */
  const requireUpdatable = async (asked: FileAsked): Promise<void> => {
    const { key } = entityOf(options.store.units, asked.entity).model
    const call = {
      ...callOf(asked, 'update', { key: asked.key, value: {}, file: asked.field }),
      select: { fields: key },
    }
    const outcome = await execute(call)
    if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
  }

  /** Before anything of it is read: how long it is, where that is said, and how often. */
  const requireRoom = (asked: FileAsked, { bytesMax }: FileModel, size: number): Promise<void> =>
    onRecord(asked, async () => {
      if (size > bytesMax) throw new ProblemError(problem('too-large', { detail: tooLarge({ bytesMax }) }))
      if (asked.principal) refuseOften(options.rates?.files, asked.principal)
    })

  /** One at a time: what is looked at and stored twice would be so for nothing. */
  const finishing = new Set<string>()
  const finish = async (asked: FileAsked, store: FileStore, upload: Upload): Promise<UploadProgress> => {
    const { id, size, said } = upload
    if (finishing.has(id)) throw new ProblemError(problem('in-progress', { detail: isFinishing, retryAfterSeconds: 1 }))
    finishing.add(id)
    try {
      await onRecord(asked, () => requireStanding(asked))
      // Refused now, it may be gone on with; stored, its bytes would have to come again.
      await requireUpdatable(asked)
      const stored = await onRecord(asked, async () => {
        const finished = await store.finish(id, wantedBy(options, asked, said))
        await lookLater(options, asked, finished.digest)
        return finished
      })
      // What came is a file, and nothing more is waited for: who goes now has sent it all the same.
      return { offset: size, size, done: await update(settled(asked), fileOf(stored, said)) }
    } finally {
      finishing.delete(id)
    }
  }

  const calls: FileCalls = {
    open: async (asked) => {
      const { field } = fieldOf(options, asked)
      const input = { key: asked.key, file: asked.field }
      const outcome = await execute({ ...callOf(asked, 'read', input), select: { fields: [asked.field] } })
      if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
      const file = outcome.kind === 'value' && isObject(outcome.value) ? outcome.value[asked.field] : null
      if (!isObject(file ?? null)) throw new ProblemError(problem('not-found', { detail: nothingThere }))
      const value = file as unknown as FileValue
      const of = { field, tenant: tenantOf(options, asked) }
      const read = async (range?: FileRange) => (await options.files.read(of, value.digest, range)).stream
      return { ...value, read: (range) => whileRead(asked, () => read(range)) }
    },
    put: async (asked, bytes, { size = 0, ...rest }) => {
      const said = { ...rest, name: givenName(rest.name) }
      const { file, store } = await placeOf(options, asked)
      await requireUpdatable(asked)
      await requireRoom(asked, file, size)
      const stored = await whileComing(asked, () =>
        onRecord(asked, () => store.put(inTime(bytes), file, wantedBy(options, asked, said))),
      )
      await onRecord(asked, () => requireStanding(asked))
      await lookLater(options, asked, stored.digest)
      return update(settled(asked), fileOf(stored, said))
    },
    remove: (asked) => update(asked, null),
    begin: async (asked, { size, ...rest }) => {
      const said = { ...rest, name: givenName(rest.name) }
      const { file, store } = await placeOf(options, asked)
      await requireUpdatable(asked)
      await requireRoom(asked, file, size)
      // Bytes may lie there for a day, and come to no end.
      await note(asked, 'ok', [])
      const id = await store.begin({ ...file, bytesMax: size })
      const { ifMatch = null } = asked.context()
      // Nothing more will come of it.
      if (size === 0) await whileComing(asked, () => finish(asked, store, { id, size, said }))
      return uploadSeal(options, asked).seal([id, size, said.name ?? null, said.digest ?? null, ifMatch as Json])
    },
    progress: async (asked, sealed) => {
      const { store } = await placeOf(options, asked)
      const upload = openUpload(options, asked, sealed)
      const offset = await store.offset(upload.id)
      // All has come, and what was to follow did not: whoever asks how far it is must not take it for done.
      if (offset >= upload.size) return whileComing(asked, () => finish(holding(asked, upload), store, upload))
      return { offset, size: upload.size, name: upload.said.name }
    },
    append: async (asked, sealed, offset, bytes) => {
      const { store } = await placeOf(options, asked)
      const upload = openUpload(options, asked, sealed)
      const held = holding(asked, upload)
      await requireUpdatable(held)
      return whileComing(asked, async () => {
        const after = await onRecord(asked, () => store.append(upload.id, offset, inTime(bytes)))
        return after < upload.size ? { offset: after, size: upload.size } : finish(held, store, upload)
      })
    },
    abandon: async (asked, sealed) => {
      const { store } = await placeOf(options, asked)
      await store.abandon(openUpload(options, asked, sealed).id)
    },
  }
  return calls
}

/** What leaves the place again. Throws a ProblemError (`too-many`) where none is free. */
const takePlace = (places: Places, { principal }: FileAsked, detail: string): (() => void) => {
  const leave = places.take(principal ? principalKey(principal) : '')
  if (!leave) throw new ProblemError(problem('too-many', { detail, retryAfterSeconds: 1 }))
  return leave
}

const whileStanding = ({ principal }: FileAsked, nowMs: () => number, bytes: Readable): Readable => {
  if (!principal) return bytes
  const end = (): void => void bytes.destroy(new ProblemError(problem('unauthenticated')))
  return bytes.once('close', watchStanding(principal, nowMs, end))
}

/** Before it is a file, it is looked for in case no row comes to name it, and looked at by the service's own code where there is such. */
const wantedBy = (options: FileCallsOptions, asked: FileAsked, { digest }: FileSaid): WantedFile => ({
  digest,
  scan: async (file) => {
    // What keeps that from being put is met again once it is a file; a process may die before.
    await lookLater(options, asked, file.digest).catch(() => {})
    const found = await lookAt(options, asked, file)
    // Who has gone meanwhile may come back to their upload, which is used up once it is a file.
    if (asked.context().abort?.aborted) throw new ProblemError(problem('cancelled'))
    return found
  },
})

/** Work that removes the file where no row names it by then. What other work of that name did meanwhile, it does not do for this one: so it is put again once it is a file. */
const lookLater = async (options: FileCallsOptions, asked: FileAsked, digest: string): Promise<void> => {
  const { store, files, queue, nowMs } = options
  const { field } = fieldOf(options, asked)
  const scope = files.scopeOf({ field, tenant: tenantOf(options, asked) })
  const { nameOf } = await files.in(scope)
  const work = removalOf(store, nameOf(digest), nowMs() + unnamedMs)
  for (let tries = 1; ; tries++)
    try {
      return await queue.ensureWork(work)
    } catch (error) {
      // Whoever puts the same at the same time may be in each other's way.
      if (tries === triesMax) throw error
    }
}

const triesMax = 5

/** What the hook `file` of the entity says; clean where the charter declares none. */
const lookAt = async (
  { hooks, store, nowMs }: FileCallsOptions,
  { entity, field, key, principal, context }: FileAsked,
  file: ScannedFile,
): ReturnType<Scan> => {
  const { model } = entityOf(store.units, entity)
  if (!model.hooks?.includes('file')) return 'clean'
  const { now } = readingNow(nowMs(), store.model)
  const { trace } = context()
  const [until, signal] = [{ deadlineMs: Date.now() + scanMs }, AbortSignal.timeout(scanMs)]
  const of = { principal, now, signal, fetch: ownFetch(until, trace) }
  const looked = await hooksOf(model, hooks, 'files')?.file?.({ field, key, file } as never, of as never)
  return looked as Awaited<ReturnType<Scan>>
}

/** How long it may take. */
const scanMs = 300_000

/** Bytes are sent anew, or gone on with: no answer is kept of them. A version is one of the row, which a read of a file does not tell. */
const callOf = (asked: FileAsked, action: 'read' | 'update', input: Call['input']): Call => {
  const { idempotencyKey: _, ifNoneMatch: __, ifMatch, ...context } = asked.context()
  return {
    operation: `${asked.entity}.${action}`,
    input,
    principal: asked.principal,
    context: ifMatch === undefined || action === 'read' ? context : { ...context, ifMatch },
  }
}

/** Done, whether or not anybody waits for the answer. */
const settled = (asked: FileAsked): FileAsked => ({
  ...asked,
  context: () => {
    const { abort: _, ...context } = asked.context()
    return context
  },
})

/** Bytes may take so long that whoever sends them is not let in any more. */
const requireStanding = async ({ isStanding }: FileAsked): Promise<void> => {
  if (!(await isStanding())) throw new ProblemError(problem('unauthenticated'))
}

const fieldOf = ({ store }: FileCallsOptions, { entity, field: name }: FileAsked) => {
  const field = entityOf(store.units, entity).fields.get(name)
  if (!field?.file) throw new Error(`${entity}.${name} is no file`)
  return { field, file: field.file }
}

const tenantOf = ({ store }: FileCallsOptions, { entity, principal }: FileAsked): string | null =>
  tenantFor(entityOf(store.units, entity), principal)

/** Where a field's files go, and what they may be. */
const placeOf = async (
  options: FileCallsOptions,
  asked: FileAsked,
): Promise<{ readonly file: FileModel; readonly store: FileStore }> => {
  const { field, file } = fieldOf(options, asked)
  const { files } = options
  const { store } = await files.in(files.scopeOf({ field, tenant: tenantOf(options, asked) }))
  return { file, store }
}

/** An upload's name is of one caller, row and field. */
const uploadSeal = ({ store }: FileCallsOptions, { entity, field, key, principal }: FileAsked) =>
  sealedWork(store, 'upload', entity, field, canonicalJson(key), principal ? principalKey(principal) : '')

interface Upload {
  readonly id: string
  readonly size: number
  readonly said: FileSaid
  /** The versions of the row that it was begun for. */
  readonly ifMatch?: readonly string[]
}

/** Asked for the version that it was begun for, where nothing else is said. */
const holding = (asked: FileAsked, { ifMatch }: Upload): FileAsked =>
  ifMatch === undefined ? asked : { ...asked, context: () => ({ ifMatch, ...asked.context() }) }

const openUpload = (options: FileCallsOptions, asked: FileAsked, sealed: string): Upload => {
  const opened = ifOurs(() => uploadSeal(options, asked).open(sealed))
  if (!opened) throw new ProblemError(problem('not-found', { detail: noUpload }))
  const [id, size, name, digest, ifMatch] = opened
  const said = { name: textOf(name), digest: textOf(digest) }
  const versions = Array.isArray(ifMatch) && { ifMatch: ifMatch.map(String) }
  return { id: String(id), size: Number(size), said, ...versions }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const fileOf = ({ digest, size, kind }: StoredFile, { name }: FileSaid): FileValue => ({
  digest,
  size,
  kind,
  name: name ?? null,
})

const isFinishing = 'This upload is being made a file. Ask how far it is in a moment.'
const full = `At most ${comingMax} files come in at once, and ${comingEachMax} of one caller.`
const fullOfReaders = `At most ${readMax} files are read at once, and ${readEachMax} by one caller.`
const nothingThere = 'There is no file here, or you may not see it.'
const noUpload = 'There is no such upload of yours to this row, or it was over a day ago.'
const tooLarge = ({ bytesMax }: FileModel): string => `A file has at most ${bytesMax} bytes here.`
