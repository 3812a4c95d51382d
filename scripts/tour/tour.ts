import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clinicWords } from '@charter/draft'
import { mintTokens, prepareProject, runService } from '@charter/project'
import { canonicalJson, type Json } from '@charter/runtime'
import { type Asked, askAll, requireEqual } from './ask.ts'
import { clientsOf } from './clients/index.ts'
import { type LedgerFact, ledgerOf } from './ledger.ts'
import { columns, heading, type Say } from './print.ts'
import { type AuditFact, recordOf, type SealFact } from './record.ts'

/** What the tour has found; every comparison in it held, or there would be no facts. */
export interface TourFacts {
  readonly words: number
  readonly charter: {
    readonly serves: readonly string[]
    readonly entities: readonly string[]
    readonly roles: readonly string[]
    readonly questions: number
  }
  readonly service: {
    readonly kind: 'generated Node service'
    readonly url: string
    readonly database: string
    readonly rows: number
  }
  readonly reads: readonly Asked[]
  readonly refusals: readonly Asked[]
  readonly audit: readonly AuditFact[]
  readonly log: SealFact
  readonly ledger: LedgerFact
  readonly seconds: number
}

const words = clinicWords
const reader = 'clinician'
const stranger = 'auditor'

/** Walks from words to the record and the ledger, and tells each step. Rejects with a sentence when anything is not the same everywhere. */
export const tour = async (say: Say): Promise<TourFacts> => {
  const started = performance.now()
  const within = await mkdtemp(join(tmpdir(), 'charter-tour-'))
  try {
    say('From words to five protocols')
    heading(say, 1, 'The words')
    for (const line of words.split('\n').slice(0, 3))
      if (line !== '') say(`   ${line.slice(0, 96)}${line.length > 96 ? ' …' : ''}`)
    const made = performance.now()
    // `prepareProject` drafts from words what is not a path.
    let drafted = made
    const prepared = await prepareProject({
      input: words,
      within,
      onStep: (step) => {
        if (step.startsWith('Generating')) drafted = performance.now()
      },
    })
    const { charter } = prepared.derived
    heading(say, 2, 'The charter they make', drafted - made)
    for (const line of columns(charterLines(prepared.loaded.document.files['charter.yaml'] ?? ''))) say(`   ${line}`)
    const service = await runService({
      folder: prepared.folder,
      port: 0,
      databaseUrl: prepared.databaseUrl,
      onLog: (line) => process.stderr.write(`${line}\n`),
    })
    try {
      const tokens = await mintTokens(prepared)
      heading(say, 3, 'The service it generates', performance.now() - drafted)
      const { length } = prepared.report.written
      for (const line of columns([
        ['source', `${length} files of TypeScript, in a process of their own`],
        ['database', `${prepared.derived.connector.title}, ${prepared.samples} sample rows`],
        ['address', [service.url, ...Object.values(service.ownUrls)].join(' and ')],
      ]))
        say(`   ${line}`)
      const clients = await clientsOf(charter.serves, service)
      heading(say, 4, `One read, asked over ${clients.length} protocols as ${reader}: at most 5 patients`)
      const reads = await askAll(clients, 'read', tokens[reader] ?? '')
      tell(say, reads)
      requireEqual(reads, 'rows')
      say(`   = the same ${rowsIn(reads[0]?.told)} rows, byte for byte, in canonical JSON (RFC 8785)`)
      heading(say, 5, `One refusal, in ${clients.length} carriers: the same call as ${stranger}`)
      const refusals = await askAll(clients, 'refusal', tokens[stranger] ?? '')
      tell(say, refusals)
      requireEqual(refusals, 'problem')
      say(`   = ${canonicalJson(refusals[0]?.told ?? null)}`)
      const asked = [...reads, ...refusals]
      const record = await recordOf(service.url, tokens[reader] ?? '', join(prepared.folder, '.charter', 'data'), asked)
      heading(say, 6, `The record: ${record.entries.length} entries for ${asked.length} calls`)
      for (const line of columns(
        record.entries.map(({ who, role, what, style, outcome }) => [who, role, what, style, outcome]),
      ))
        say(`   ${line}`)
      say(`   = ${record.seal.entries} entries in the log, sealed with Ed25519; every signature verifies`)
      say(`   = a copy with one outcome changed is refused: ${record.seal.altered}`)
      const gathered = performance.now()
      const wanted = `"requestId":"${refusals[0]?.requestId ?? ''}"`
      const ledger = await ledgerOf(within, { ...record, wanted })
      heading(say, 7, 'The ledger that gathers it', performance.now() - gathered)
      say(`   ${ledger.recorded} entries of the service in a Merkle tree of ${ledger.size}, root ${ledger.root}`)
      say('   = every hash and every signed checkpoint verifies, by a key that was kept apart')
      say(`   = a copy with one letter changed is refused: ${ledger.altered}`)
      for (const client of clients) client.close()
      const seconds = (performance.now() - started) / 1000
      say('')
      say(`${seconds.toFixed(1)} s. Next: npm start`)
      return {
        words: words.trim().split(/\s+/).length,
        charter: {
          serves: charter.serves,
          entities: charter.entities.map(({ name }) => name),
          roles: charter.access.roles,
          questions: charter.questions.length,
        },
        service: {
          kind: 'generated Node service',
          url: service.url,
          database: prepared.derived.connector.title,
          rows: prepared.samples,
        },
        reads,
        refusals,
        audit: record.entries,
        log: record.seal,
        ledger,
        seconds,
      }
    } finally {
      await service.stop()
    }
  } finally {
    await rm(within, { recursive: true, force: true })
  }
}

/** A few lines that say what it is: what it serves, one entity, who may do what with it. */
const charterLines = (text: string): readonly (readonly [string, string])[] => {
  const lines = text.split('\n')
  const from = (start: RegExp, count: number): readonly string[] => {
    const at = lines.findIndex((line) => start.test(line))
    return at === -1 ? [] : lines.slice(at, at + count)
  }
  const shown = [
    ...from(/^serves:/, 1),
    ...from(/^ {2}roles:/, 1),
    ...from(/^ {2}Patient:/, 1),
    ...from(/^ {4}allow:/, 4),
  ]
  return shown.map((line) => [
    String(lines.indexOf(line) + 1).padStart(3),
    line.length > 100 ? `${line.slice(0, 99)}…` : line,
  ])
}

const tell = (say: Say, asked: readonly Asked[]): void => {
  for (const line of columns(
    asked.map(({ protocol, wire, carrier, milliseconds, digest }) => [
      protocol,
      wire,
      carrier,
      `${milliseconds.toFixed(1).padStart(6)} ms`,
      digest.slice(0, 16),
    ]),
  ))
    say(`   ${line}`)
}

const rowsIn = (told: Json | undefined): number => (Array.isArray(told) ? told.length : 0)
