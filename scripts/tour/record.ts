import { createPublicKey, type KeyObject } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageTrail } from '@charter/page'
import { verifyReplicaLog } from '@charter/runtime/service'
import type { Asked } from './ask.ts'

/** One entry of the record. */
export interface AuditFact {
  readonly who: string
  readonly role: string
  readonly what: string
  readonly style: string
  readonly outcome: string
  readonly requestId: string
}

/** What the signed log is worth. */
export interface SealFact {
  /** Every line is as it was written, under the service's own key. */
  readonly isWhole: boolean
  readonly entries: number
  readonly unsealed: number
  /** A copy with one letter changed is refused, with this sentence. */
  readonly altered: string
}

export interface Recorded {
  readonly entries: readonly AuditFact[]
  readonly seal: SealFact
  /** The sealed log, and the key that it is sealed with. */
  readonly file: string
  readonly keyFile: string
}

/** The entries of the calls made, in their order, and the log that they are sealed in. Rejects when one is missing. */
export const recordOf = async (
  url: string,
  token: string,
  dataFolder: string,
  asked: readonly Asked[],
): Promise<Recorded> => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/_charter/trail`, { headers, signal: AbortSignal.timeout(10_000) })
  // The service's own answer, in its development mode.
  const { entries: trail } = (await answer.json()) as PageTrail
  const folder = join(dataFolder, 'audit')
  const [name] = await readdir(folder)
  const file = join(folder, name ?? '')
  const log = await readFile(file, 'utf8')
  const entries = asked.map(({ requestId, protocol, style }): AuditFact => {
    const found = trail.filter(({ origin }) => origin.requestId === requestId)
    const [entry] = found
    if (!entry || found.length > 1 || entry.origin.style !== style)
      throw new Error(`The record has ${found.length} entries of the call over ${protocol}, and should have one.`)
    if (!log.includes(`"requestId":"${requestId}"`)) throw new Error(`The sealed log lacks the call over ${protocol}.`)
    const { principal, roles, operation, outcome } = entry
    return { who: principal ?? 'nobody', role: roles.join(', '), what: operation, style, outcome, requestId }
  })
  const keyFile = join(dataFolder, 'keys', 'audit.pem')
  return { entries, seal: await sealOf(file, log, keyFile), file, keyFile }
}

const sealOf = async (file: string, log: string, keyFile: string): Promise<SealFact> => {
  const key = createPublicKey(await readFile(keyFile, 'utf8'))
  const { isWhole, entries, unsealed, fault } = await verifyReplicaLog(file, key)
  if (!isWhole || unsealed > 0)
    throw new Error(`The log of the record does not verify: ${fault?.sentence ?? `${unsealed} entries are not sealed`}`)
  return { isWhole, entries, unsealed, altered: await alteredVerdict(file, log, key) }
}

/** The same log with another outcome in one entry: a log that anybody could rewrite would still verify. */
const alteredVerdict = async (file: string, log: string, key: KeyObject): Promise<string> => {
  const copy = `${file}.altered`
  await writeFile(copy, log.replace('"outcome":"forbidden"', '"outcome":"ok"'))
  const { isWhole, fault } = await verifyReplicaLog(copy, key)
  if (isWhole || !fault) throw new Error('A log with an altered entry was not refused.')
  return fault.sentence
}
