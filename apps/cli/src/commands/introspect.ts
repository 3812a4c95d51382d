import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { type Charter, type NamingPolicy, namingPolicies, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { type ClassProposed, classesProposed } from '@charter/project/classes-proposed'
import { charterNameOf } from '@charter/project/given'
import { loadCharter } from '@charter/project/load'
import { Refused } from '@charter/project/refused'
import { relativeTo, writeCharter } from '@charter/project/write-charter'
import {
  compareIntrospection,
  type Drift,
  type SqlConnector,
  type SqlIntrospection,
  type Unindexed,
  unindexed,
} from '@charter/sql'
import { styles } from '@charter/styles'
import {
  type Asked,
  defineCommand,
  EnvironmentFault,
  exitCodes,
  forceOption,
  jsonOption,
  required,
  UsageError,
} from '../command.ts'
import { type DatabaseNamed, databaseNamed } from '../database-named.ts'
import { requireFree } from '../require-free.ts'
import type { Terminal } from '../terminal.ts'

export const introspect = defineCommand({
  usage: '<file, URL or env:NAME> [-o <file> [--force]] [--compare <charter>]',
  options: {
    out: { type: 'string', short: 'o', value: 'file', description: 'Write the charter here.' },
    force: forceOption,
    compare: { type: 'string', value: 'charter', description: 'Tell what the database changed since this charter.' },
    schema: { type: 'string', value: 'a,b', description: 'Only these schemas; else all but the system’s.' },
    naming: { type: 'string', value: namingPolicies.join('|'), description: 'How names are made (singular-pascal).' },
    'url-file': { type: 'string', value: 'path', description: 'Read the URL from this file.' },
    'state-ddl': {
      type: 'boolean',
      description:
        'Print what a service would make for its state in the database, for its owner to make; asks nothing.',
    },
    charter: {
      type: 'string',
      value: 'charter',
      description: 'With --state-ddl: also what jobs and webhooks of this charter need.',
    },
    json: jsonOption,
  },
  examples: [
    'charter introspect chinook.db -o chinook/charter.yaml',
    'charter introspect env:DATABASE_URL --schema sales,public',
    'charter introspect --url-file /run/secrets/database --compare clinic/charter.yaml --json',
  ],
  run: async (asked, terminal) => {
    const { url, environment } = await subjectOf(asked)
    const connector = connectors.find((each) => each.accepts(url))
    if (!connector) throw new UsageError(`No connector answers for ${shown(url)}. There is one for: ${titles()}.`)
    if (asked.flag('state-ddl')) return tellStateDdl(connector, await charterNamedIn(asked), terminal)
    const out = asked.text('out')
    if (out !== undefined) requireFree(out, asked)
    const schemas = asked
      .text('schema')
      ?.split(',')
      .map((name) => name.trim())
    // A path is of the folder one stands in; a charter that is written lies in another.
    const place = out !== undefined && existsSync(url) ? resolve(url) : url
    const found = await connector.introspect(place, {
      name: charterNameOf(url),
      naming: namingOf(asked.text('naming')),
      ...(schemas && { schemas }),
      ...(environment !== undefined && { environment }),
    })
    if (out !== undefined) writeCharter(dirname(out), basename(out), relativeTo(dirname(out), found.document))
    const compared = asked.text('compare')
    if (compared !== undefined) return tellDrift(await sinceThen(compared, found), asked, terminal)
    const { indexes, ...facts } = found
    const charter = charterIn(found)
    const [slow, classes] = [unindexed(charter, indexes), classesProposed(charter)]
    if (asked.flag('json')) terminal.json({ ...facts, unindexed: slow, classes })
    else tell(found, { slow, classes }, out === undefined, terminal)
    return exitCodes.fine
  },
})

/** As the database’s own client reads it. The grants name no role: who that is, the owner knows. */
const tellStateDdl = async (connector: SqlConnector, charter: Charter | undefined, terminal: Terminal) => {
  const ddl = await connector.stateDdl(charter)
  terminal.line('BEGIN;')
  for (const statement of ddl.statements) terminal.line(`${statement};`)
  if (ddl.grants.length > 0) terminal.line('-- and for the role that the service signs in with:')
  for (const grant of ddl.grants) terminal.line(`-- ${grant};`)
  terminal.line('COMMIT;')
  return exitCodes.fine
}

/** Whose jobs and webhooks need tables that lie with the state. */
const charterNamedIn = async (asked: Asked): Promise<Charter | undefined> => {
  const path = asked.text('charter')
  if (path === undefined) return undefined
  const { charter, diagnostics } = await loadCharter(path)
  if (!charter) throw new Refused(diagnostics)
  return charter
}

const titles = (): string => connectors.map(({ title }) => title).join(', ')

/** A URL may hold a password, which nothing repeats. */
const shown = (url: string): string => (URL.canParse(url) ? `a ${new URL(url).protocol} URL` : `"${url}"`)

const subjectOf = async (asked: Asked): Promise<DatabaseNamed> => {
  const file = asked.text('url-file')
  if (file !== undefined) {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text === null) throw new EnvironmentFault(`The file "${file}" cannot be read.`)
    return { url: text.trim() }
  }
  return databaseNamed(required(asked, 0, 'The database'))
}

const namingOf = (word: string | undefined): NamingPolicy => {
  const found = namingPolicies.find((each) => each === (word ?? 'singular-pascal'))
  if (!found) throw new UsageError(`"${word}" is no naming. There is: ${namingPolicies.join(', ')}.`)
  return found
}

const tell = (
  { document, losses, tables, entities }: SqlIntrospection,
  { slow, classes }: { readonly slow: readonly Unindexed[]; readonly classes: readonly ClassProposed[] },
  isPrinted: boolean,
  terminal: Terminal,
): void => {
  if (isPrinted) terminal.line(document.trimEnd())
  for (const { reason, about, sentence } of losses)
    terminal.note(`${terminal.style.warn(reason)}  ${about}  ${sentence}`)
  tellUnindexed(slow, terminal)
  for (const { sentence } of classes) terminal.note(`${terminal.style.warn('class')}  ${sentence}`)
  terminal.note(`${tables} tables, ${entities} entities, ${losses.length} losses.`)
}

const tellUnindexed = (slow: readonly Unindexed[], terminal: Terminal): void => {
  for (const { about, sql } of slow)
    terminal.note(
      `${terminal.style.warn('not-indexed')}  ${about}  Rows are found by it, and every row is looked at. Have it indexed: ${sql};`,
    )
}

/** The document was made just now, so it reads. */
const charterIn = ({ document }: SqlIntrospection): Charter => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': document }, { styles })
  if (!charter) throw new Refused(diagnostics)
  return charter
}

/** What is compared need only be read: a charter that does not pass `check` yet drifts as well. */
const sinceThen = async (path: string, found: SqlIntrospection): Promise<Since> => {
  const { charter: before, diagnostics } = await loadCharter(path)
  if (!before) throw new Refused(diagnostics)
  return { drift: compareIntrospection(before, charterIn(found)), slow: unindexed(before, found.indexes) }
}

/** What differs, and what the charter that was there, with its rules, finds rows by without an index. */
interface Since {
  readonly drift: readonly Drift[]
  readonly slow: readonly Unindexed[]
}

const tellDrift = ({ drift: found, slow }: Since, asked: Asked, terminal: Terminal) => {
  if (!asked.flag('json')) tellUnindexed(slow, terminal)
  if (asked.flag('json')) terminal.json({ drift: found, unindexed: slow })
  else if (found.length === 0) terminal.line('The database is as the charter says.')
  else for (const { kind, sentence } of found) terminal.line(`${terminal.style.warn(kind)}  ${sentence}`)
  return found.every(({ isOurs }) => isOurs) ? exitCodes.fine : exitCodes.findings
}
