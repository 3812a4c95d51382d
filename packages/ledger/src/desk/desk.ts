import { randomUUID } from 'node:crypto'
import { canonicalJson, type Json, type JsonObject, ProblemError, problem } from '@charter/runtime'
import type { Alarm } from '../alarm.ts'
import { type Collected, collectReplicaLog } from '../collect/collect-replica-log.ts'
import type { PersonalVault } from '../personal/vault.ts'
import { openReader } from '../read/open-reader.ts'
import { holdOn } from '../retention/hold.ts'
import type { HeldWhat, Hold, RetentionRecord } from '../retention/retention-record.ts'
import { type Retirement, retire } from '../retention/retire.ts'
import type { LedgerSettings } from '../settings/settings.ts'
import type { Ledger } from '../writer/open-ledger.ts'

/** Who asks: as the ledger's readers would be told. */
interface Asked {
  readonly principal: string
}

/**
 * What its operator may do with a ledger: all of it is recorded there. The same, whether this process writes the ledger or
 * another one that is asked over its socket. Everything rejects with a ProblemError.
 */
export interface LedgerDesk {
  /** Brings a replica's log in, from a file on the machine of the ledger. */
  collect(asked: { readonly file: string }): Promise<Collected>
  /** A remark of the operator's own. */
  remark(asked: Asked & { readonly remark: Json }): Promise<Recorded>
  /** That somebody is about to read: on disk before anything is given. */
  recordReading(asked: Asked & { readonly what: JsonObject }): Promise<Recorded>
  /** That settings changed; they are read anew. */
  recordChange(asked: Asked & { readonly change: string }): Promise<Recorded>
  /** What stands in the ledger for these members of entries: commitments for personal values. What is asked for is itself recorded, so one that never came gets one, too. */
  committed(asked: { readonly values: Readonly<Record<string, string>> }): Promise<Readonly<Record<string, string>>>
  /** Forgets a personal value for good. `conflict` while an entry that speaks of it is under a hold, `not-found` where it is not held. */
  erase(asked: Asked & { readonly value: Json }): Promise<Recorded & { readonly commitment: string }>
  hold(asked: Asked & { readonly reason: string; readonly what: HeldWhat }): Promise<Recorded & { readonly id: string }>
  /** `not-found` where no such hold stands. */
  release(asked: Asked & { readonly id: string; readonly reason: string }): Promise<Recorded>
  /** `precondition-failed` where the settings say of no time after which entries may go. */
  retire(asked: Asked & { readonly isDryRun: boolean }): Promise<Retirement>
  keeping(asked: Readonly<Record<never, never>>): Promise<RetentionRecord>
  /** Publishes and asks every witness now. */
  tellWitnesses(
    asked: Readonly<Record<never, never>>,
  ): Promise<{ readonly size: number; readonly refused: readonly string[] }>
}

export interface Recorded {
  readonly index: number | null
}

export interface DeskParts {
  readonly ledger: Ledger
  readonly folder: string
  readonly vault: PersonalVault
  /** As they are now. */
  readonly settings: Pick<LedgerSettings, 'replicas' | 'personal' | 'keepMs'>
  readonly reload: () => Promise<void>
  readonly alarms: () => readonly Alarm[]
  readonly nowMs: () => number
}

/** Each segment begins with them. */
const holdsMax = 256
const remarkBytesMax = 16_384

export const ledgerDesk = (parts: DeskParts): LedgerDesk => {
  const { ledger, folder, vault, settings, reload, alarms, nowMs } = parts
  /** Holds, erasures and retirements one after another: none decides on what another is changing. */
  let working: Promise<unknown> = Promise.resolve()
  const oneByOne = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = working.then(work, work)
    working = done.catch(() => {})
    return done
  }
  return {
    collect: ({ file }) => collectReplicaLog({ ledger, file, keys: settings.replicas, personal: { paths: settings.personal, vault } }), // biome-ignore format: one call
    remark: async ({ principal, remark }) => {
      if (canonicalJson(remark).length > remarkBytesMax)
        throw refused(
          'too-large',
          `A remark has ${remarkBytesMax} characters at most. Keep the rest elsewhere, and its digest here.`,
        )
      return ledger.note({ event: 'remark', principal, remark })
    },
    recordReading: ({ principal, what }) => ledger.note({ ...what, event: 'read', principal }),
    recordChange: async ({ principal, change }) => {
      await reload()
      return ledger.note({ event: 'settings', change, principal })
    },
    committed: async ({ values }) =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(values).map(async ([name, value]) => [name, isPersonal(settings.personal, name) ? await vault.commit(value) : value] as const), // biome-ignore format: one pair
        ),
      ),
    erase: ({ principal, value }) =>
      oneByOne(async () => {
        const commitment = await vault.find(value)
        if (commitment === null)
          throw refused('not-found', 'This value is not held: it was erased, or never came. Nothing was changed.')
        await requireNotHeld(parts, commitment)
        // Before it is gone: a crash in between leaves an entry of an erasure that can be asked for again.
        const { index } = await ledger.note({ event: 'erased', commitment, principal })
        await vault.erase(value)
        return { index, commitment }
      }),
    hold: ({ principal, reason, what }) =>
      oneByOne(async () => {
        if (what.query === undefined && what.entries === undefined)
          throw refused('invalid-input', 'Say what is held: whose entries, of what, or which.')
        if (ledger.keeping.holds.length >= holdsMax)
          throw refused('too-many', `There are ${holdsMax} holds. Release what is settled first.`)
        const id = randomUUID()
        const hold: Hold = { id, reason, what: await withCommitments(what, parts) }
        const { index } = await ledger.note({ event: 'hold', hold, principal } as unknown as JsonObject)
        return { id, index }
      }),
    release: ({ principal, id, reason }) =>
      oneByOne(async () => {
        if (!ledger.keeping.holds.some((hold) => hold.id === id)) throw refused('not-found', `No hold ${id} stands.`)
        return ledger.note({ event: 'release', hold: { id }, principal, reason })
      }),
    retire: ({ principal, isDryRun }) =>
      oneByOne(async () => {
        const { keepMs } = settings
        if (keepMs === null)
          throw refused(
            'precondition-failed',
            'The settings keep entries for ever. Say how long in ledger.yaml: keep: P10Y.',
          )
        return retire({ ledger, folder, keepMs, nowMs: nowMs(), principal, isDryRun })
      }),
    keeping: async () => ledger.keeping,
    tellWitnesses: async () => {
      const before = new Set(alarms())
      const published = await ledger.publish()
      return {
        size: Number(published?.split('\n')[1] ?? 0),
        refused: alarms().flatMap((alarm) => (alarm.kind === 'witness' && !before.has(alarm) ? [alarm.sentence] : [])),
      }
    },
  }
}

/** Members that a query asks for, by where they stand in an entry. */
const isPersonal = (personal: readonly string[], name: string): boolean =>
  personal.includes(name === 'address' ? 'origin.address' : name)

/** Personal values enter the ledger as commitments only, also in what is held; one is made for a value that never came. */
const withCommitments = async (what: HeldWhat, { vault, settings }: DeskParts): Promise<HeldWhat> => {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(what.query ?? {}))
    query[name] = isPersonal(settings.personal, name) ? await vault.commit(value) : value
  return { ...what, ...(what.query && { query }) }
}

/** Rejects where an entry that speaks of a value is under a hold, or where a hold itself speaks of it. */
const requireNotHeld = async ({ ledger, folder }: DeskParts, commitment: string): Promise<void> => {
  const { holds } = ledger.keeping
  if (holds.length === 0) return
  const direct = holds.find((hold) => JSON.stringify(hold.what).includes(commitment))
  if (direct) throw held(direct)
  await ledger.publish()
  for await (const { index, record } of (await openReader(folder, ledger.key)).entries()) {
    const hold = holdOn(holds, index, record)
    if (hold && JSON.stringify(record.entry).includes(commitment)) throw held(hold)
  }
}

const held = ({ id, reason }: Hold): ProblemError =>
  refused('conflict', `This value is under the hold ${id} (${reason}). Release the hold first, if it may be.`)

const refused = (code: Parameters<typeof problem>[0], detail: string): ProblemError =>
  new ProblemError(problem(code, { detail }))
