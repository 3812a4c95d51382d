import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMariadb } from '../../scripts/mariadb.ts'
import { startPostgresql } from '../../scripts/postgresql.ts'
import { judge, type Verdict } from './judge.ts'
import { type Blow, type Server, strike } from './round.ts'
import { attachedTable, type Place, say, type Variant, type VariantName, variants } from './variants.ts'

export interface Tally extends Verdict {
  readonly kills: Readonly<Record<Blow, number>>
}

/** Safe settings: what a crash of the server may lose is part of what is asked here. */
const servers: Readonly<Record<Variant['database'], () => Promise<Server | null>>> = {
  sqlite: async () => null,
  postgresql: () => startPostgresql({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }),
  mariadb: async () => {
    const server = await startMariadb({ 'innodb-flush-log-at-trx-commit': '1', 'sync-binlog': '1' })
    await say(server.url, 'CREATE DATABASE durable')
    return { ...server, url: server.url.replace(/mysql$/, 'durable') }
  },
}

export interface MatrixOptions {
  readonly kills: number
  onRound?(done: number, verdict: Verdict): void
}

/** Kills one variant again and again, on one database, and judges after each kill. */
export const runVariant = async (
  variant: VariantName,
  { kills, onRound = () => {} }: MatrixOptions,
): Promise<Tally> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-durability-'))
  const server = await servers[variants[variant].database]()
  try {
    const place = await placeOf(variant, folder, server)
    let tally = empty
    for (let at = 0; at < kills; at++) {
      const run = randomBytes(4).toString('hex')
      const blow = blowOf(at, server)
      const heard = await strike({ place, run, blow, server, afterMs: 20 + Math.random() * 400 })
      const verdict = await judge(place, run, heard)
      setAside(place)
      tally = add(tally, verdict, blow)
      onRound(at + 1, verdict)
    }
    return tally
  } finally {
    server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const placeOf = async (variant: VariantName, folder: string, server: Server | null): Promise<Place> => {
  if (!server) return { variant, folder, url: `file:${join(folder, 'rows.db')}` }
  if (!variants[variant].isOwned) await say(server.url, attachedTable(variants[variant]))
  return { variant, folder, url: server.url }
}

/** Of four blows one strikes a backend and one the whole server, where there is one. */
const blowOf = (at: number, server: Server | null): Blow =>
  server ? ((['service', 'backend', 'service', 'server'] as const)[at % 4] ?? 'service') : 'service'

/** Logs that were judged need not be read again with every kill. */
const setAside = ({ folder }: Place): void => {
  mkdirSync(join(folder, 'judged'), { recursive: true })
  renameSync(join(folder, 'audit'), join(folder, 'judged', randomBytes(6).toString('hex')))
}

const empty: Tally = {
  acknowledged: 0,
  retried: 0,
  replayed: 0,
  undecided: 0,
  unknown: 0,
  faults: [],
  kills: { service: 0, backend: 0, server: 0 },
}

const add = (tally: Tally, verdict: Verdict, blow: Blow): Tally => ({
  acknowledged: tally.acknowledged + verdict.acknowledged,
  retried: tally.retried + verdict.retried,
  replayed: tally.replayed + verdict.replayed,
  undecided: tally.undecided + verdict.undecided,
  unknown: tally.unknown + verdict.unknown,
  faults: [...tally.faults, ...verdict.faults],
  kills: { ...tally.kills, [blow]: tally.kills[blow] + 1 },
})

/** `100 kills (50 service, 25 backend, 25 server): 9000 acknowledged, 300 asked again …` */
export const tallyLine = ({ kills, acknowledged, retried, replayed, undecided, unknown, faults }: Tally): string => {
  const total = kills.service + kills.backend + kills.server
  const by = Object.entries(kills)
    .filter(([, count]) => count > 0)
    .map(([blow, count]) => `${count} ${blow}`)
    .join(', ')
  return `${total} kills (${by}): ${acknowledged} writes acknowledged, ${retried} asked again of which ${replayed} had been done and ${undecided} cannot be told, ${unknown} entries unknown, ${faults.length} faults`
}
