import { readStructure, structureMark, structureText } from '../render/structure-text.ts'
import { deleteFrom } from '../store/state/dialect.ts'
import { recount } from '../store/state/file-names.ts'
import { digestOf } from '../store/state/schema.ts'
import { readOf } from '../store/statement.ts'
import type { Structure } from '../structure.ts'
import type { MigrationDialect, MigrationSession, On } from './dialect.ts'
import type { Way } from './steps.ts'

/** What a database says of its own structure. */
export interface Kept {
  readonly structure: Structure
  readonly digest: string
  readonly underWay: UnderWay | null
  /** It said nothing and has the wanted one: `text` is to be kept. */
  readonly isAdopted: boolean
  readonly isUnknown: boolean
  readonly text: string
}

/** A migration that was begun. `expanded`: both versions are served, until the one before is said to be gone. */
export interface UnderWay {
  /** Of the schema that it goes to, and its structure as a database keeps it. */
  readonly digest: string
  readonly structure: string
  readonly way: Way
  readonly phase: 'expand' | 'expanded' | 'contract'
  /** Ids of the steps of the phase that are done. */
  readonly done: readonly string[]
  /** How far the step under way has walked its table. */
  readonly position?: { readonly step: string; readonly key: readonly string[] }
}

/** Null: nothing of ours is there yet. */
export const readKept = async (
  dialect: MigrationDialect,
  session: MigrationSession,
  wanted: readonly string[],
): Promise<Kept | null> => {
  const meta = await readMeta(dialect, session)
  const digest = meta?.get('schema')
  if (!meta || digest === undefined) return null
  const underWay = meta.get('migration')
  const text = meta.get('structure')
  const statements = wanted.filter((line) => !line.startsWith(structureMark))
  const isAdopted = text === undefined && digest === digestOf(statements)
  const isUnknown = text === undefined && !isAdopted
  return {
    structure: readStructure(text ?? structureText(wanted)),
    digest: isAdopted ? digestOf(wanted) : digest,
    underWay: underWay === undefined ? null : (JSON.parse(underWay) as UnderWay),
    isAdopted,
    isUnknown,
    text: text ?? structureText(wanted),
  }
}

const readMeta = async (
  { meta }: MigrationDialect,
  session: MigrationSession,
): Promise<ReadonlyMap<string, string> | null> => {
  if (!(await session.isOurs())) return null
  const rows = await session.all(readOf(`SELECT "name", "value" FROM ${meta}`, meta), [])
  return new Map(rows.map(([name, value]) => [String(name), String(value)]))
}

export const adopt = (dialect: MigrationDialect, session: MigrationSession, kept: Kept): Promise<void> =>
  session.transaction(async (on) => {
    await write(dialect, on, 'schema', kept.digest)
    await write(dialect, on, 'structure', kept.text)
  })

export const writeUnderWay = (dialect: MigrationDialect, on: On, underWay: UnderWay): Promise<void> =>
  write(dialect, on, 'migration', JSON.stringify(underWay))

/** From here on a service of either version starts. */
export const writeExpanded = async (
  dialect: MigrationDialect,
  on: On,
  underWay: UnderWay,
  before: string,
): Promise<void> => {
  await write(dialect, on, 'schema', underWay.digest)
  await write(dialect, on, 'schema before', before)
  await writeUnderWay(dialect, on, underWay)
}

/** From here on the service of before does not start any more. */
export const writeContracting = async (dialect: MigrationDialect, on: On): Promise<void> => {
  await on.run(deleteFrom(dialect.meta, `"name" = 'schema before'`), [])
}

/** `hasLost`: values went, and what files they named is to be counted anew. */
export const writeSettled = async (
  dialect: MigrationDialect,
  on: On,
  underWay: UnderWay,
  { hasLost }: { readonly hasLost: boolean },
): Promise<void> => {
  if (hasLost) await write(dialect, on, recount, underWay.digest)
  await write(dialect, on, 'schema', underWay.digest)
  await write(dialect, on, 'structure', underWay.structure)
  await on.run(deleteFrom(dialect.meta, `"name" IN ('schema before', 'migration')`), [])
}

const write = async ({ keepMeta }: MigrationDialect, on: On, name: string, value: string): Promise<void> => {
  await on.run(keepMeta, [name, value])
}
