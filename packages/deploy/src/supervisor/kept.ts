import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { privateFile } from '@charter/runtime/settings/private-files'
import type { InstanceSpec } from './instance-spec.ts'
import type { ProcessOf } from './process-of.ts'

/** An environment's place on this machine, from one deployment to the next. */
export interface KeptPlace {
  readonly environment: string
  /** Of each listener, by its name. */
  readonly ports: Readonly<Record<string, number>>
  /** Which user its services run as: counted from 0, no two alike at a time. */
  readonly seat: number
}

/** `starting` until it was healthy; `running` from then on, also while it is being started again; `ending` once another took its place; `over` once it took more
 * than it may, and was ended. */
export interface KeptInstance {
  readonly spec: InstanceSpec
  readonly state: 'starting' | 'running' | 'ending' | 'over'
  /** Null before it was started. */
  readonly process: ProcessOf | null
}

/** What the supervisor knows, on disk before it is done: one that takes over goes on from here. */
export interface Kept {
  instances(): readonly KeptInstance[]
  keep(instance: KeptInstance): void
  forget(deployment: string): void
  /** The one that it has, else one that is free, or that of an environment which runs nothing. Throws where there is none. */
  place(environment: string): KeptPlace
  keepPorts(environment: string, ports: Readonly<Record<string, number>>): void
  /** Of all environments. */
  takenPorts(): ReadonlySet<number>
  /** It runs in its environment now, and every other one there ends. */
  takeOver(spec: InstanceSpec): void
  close(): void
}

/** Where a folder that had a supervisor has what it knew. */
export const keptFile = 'supervisor.db'

/** Another supervisor has the folder. */
export class FolderTaken extends Error {
  override readonly name = 'FolderTaken'
}

/** As many users as systemd keeps for services like these: 61184 to 65519 (uid ranges of systemd). */
export const seatsMax = 4336

/** Opens what is kept in a folder for this process alone, until it closes it or ends however it ends. Throws FolderTaken. */
export const openKept = (folder: string, seats = seatsMax): Kept => {
  // It holds what services are told, secrets too.
  privateFile(join(folder, keptFile))
  const database = new DatabaseSync(join(folder, keptFile))
  try {
    database.exec(
      `PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; BEGIN EXCLUSIVE;
       CREATE TABLE IF NOT EXISTS place (environment TEXT PRIMARY KEY, seat INTEGER NOT NULL UNIQUE, ports TEXT NOT NULL) STRICT;
       CREATE TABLE IF NOT EXISTS instance (deployment TEXT PRIMARY KEY, state TEXT NOT NULL, spec TEXT NOT NULL, pid INTEGER, began INTEGER) STRICT;
       COMMIT`,
    )
  } catch (error) {
    database.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new FolderTaken(folder)
    throw error
  }
  // Made once: instances are looked at four times a second.
  const statements = {
    instances: database.prepare('SELECT * FROM instance ORDER BY deployment'),
    keep: database.prepare('INSERT OR REPLACE INTO instance VALUES (?, ?, ?, ?, ?)'),
    forget: database.prepare('DELETE FROM instance WHERE deployment = ?'),
    place: database.prepare('SELECT seat, ports FROM place WHERE environment = ?'),
    freeSeat: database.prepare(
      `SELECT seat FROM (SELECT 0 AS seat UNION ALL SELECT seat + 1 FROM place) WHERE seat NOT IN (SELECT seat FROM place) ORDER BY seat LIMIT 1`,
    ),
    giveUp: database.prepare(
      `DELETE FROM place WHERE environment = (SELECT environment FROM place
       WHERE environment NOT IN (SELECT spec ->> 'environment' FROM instance) ORDER BY seat LIMIT 1)`,
    ),
    sit: database.prepare("INSERT INTO place VALUES (?, ?, '{}')"),
    keepPorts: database.prepare('UPDATE place SET ports = ? WHERE environment = ?'),
    ports: database.prepare('SELECT ports FROM place'),
    takeOver: database.prepare(
      `UPDATE instance SET state = CASE deployment WHEN ? THEN 'running' ELSE 'ending' END WHERE spec ->> 'environment' = ?`,
    ),
  }
  /** An environment that runs nothing keeps its place as long as nobody else needs it: it is reached where it was. */
  const freeSeat = (): number => {
    const seat = Number(statements.freeSeat.get()?.seat)
    if (seat < seats) return seat
    if (statements.giveUp.run().changes === 1) return freeSeat()
    throw new Error(`${seats} environments run here, and no more have a place on one machine: stop one.`)
  }
  return {
    instances: () => statements.instances.all().map(instanceOf),
    keep: ({ spec, state, process }) => {
      const { pid = null, began = null } = process ?? {}
      statements.keep.run(spec.deployment, state, JSON.stringify(spec), pid, began)
    },
    forget: (deployment) => void statements.forget.run(deployment),
    place: (environment) => {
      const found = statements.place.get(environment)
      if (found) return { environment, seat: Number(found.seat), ports: JSON.parse(String(found.ports)) }
      const seat = freeSeat()
      statements.sit.run(environment, seat)
      return { environment, seat, ports: {} }
    },
    keepPorts: (environment, ports) => void statements.keepPorts.run(JSON.stringify(ports), environment),
    takenPorts: () => {
      const rows = statements.ports.all()
      return new Set(rows.flatMap(({ ports }) => Object.values<number>(JSON.parse(String(ports)))))
    },
    takeOver: ({ deployment, environment }) => void statements.takeOver.run(deployment, environment),
    close: () => database.close(),
  }
}

const instanceOf = (row: Record<string, unknown>): KeptInstance => ({
  spec: JSON.parse(String(row.spec)),
  // The table holds what was kept in it, and this process alone writes it.
  state: row.state as KeptInstance['state'],
  process: row.pid === null ? null : { pid: Number(row.pid), began: Number(row.began) },
})
