import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import {
  type Bound,
  boundsOf,
  freePort,
  generateService,
  installNodeModules,
  isGreen,
  keepLock,
  loadCharter,
  openPage,
  type Report,
  requireSound,
  runService,
  verify,
  writeTree,
} from '@charter/project'
import type { JsonObject } from '@charter/runtime'
import { type Derived, databaseUrlOf, derive, openSource } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { rest } from '@charter/styles'
import type { Client } from 'pg'
import { plainClient } from './compare.ts'
import { compareTables, type ServiceCredentials } from './compare-tables.ts'
import { type Filled, fillTables, poolOf } from './fill.ts'
import { speaksOf } from './unsaid.ts'
import { type Written, writeRows } from './write-rows.ts'

/** One row of the table that `npm run corpus` prints. */
export interface Judgement {
  readonly name: string
  readonly tables: number
  readonly entities: number
  readonly relations: number
  /** Losses by reason. */
  readonly losses: Readonly<Record<string, number>>
  readonly verified: number
  readonly failures: readonly string[]
  /** Rows and columns that the API and plain SQL were compared over. */
  readonly rows: number
  readonly columns: number
  /** Fields of which a row holds a value that their type has not, as `Item.since`: named by the API, and left out of what is compared. */
  readonly unsaid: readonly string[]
  readonly seconds: Readonly<Record<string, number>>
  /** On a copy: example rows put into empty tables, and what was written through the API. */
  readonly filled: Filled | null
  readonly written: Written | null
}

export interface JudgeOptions {
  readonly name: string
  readonly url: string
  /** The database is thrown away afterwards: rows may be made and written. */
  readonly isCopy: boolean
  onStep(step: string): void
}

/**
 * From a database to a judged service: introspect, generate, type-check, start, verify, compare every row and column; of a
 * copy, with rows where there were none, and with writes.
 */
export const judgeDatabase = async ({ name, url, isCopy, onStep }: JudgeOptions): Promise<Judgement> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-corpus-'))
  process.env.DATABASE_URL = url
  const seconds: Record<string, number> = {}
  const timed = async <Result>(step: string, work: () => Promise<Result> | Result): Promise<Result> => {
    onStep(step)
    const start = performance.now()
    const result = await work()
    seconds[step] = Math.round((performance.now() - start) / 10) / 100
    return result
  }
  try {
    const connector = connectors.find((each) => each.accepts(url))
    if (!connector) throw new Error(`nothing here reads ${new URL(url).protocol} databases`)
    const found = await timed('introspect', () => connector.introspect(url, { name: 'corpus' }))
    writeFileSync(join(folder, 'charter.yaml'), found.document)
    const loaded = await loadCharter(folder)
    const charter = requireSound(loaded)
    const filled = isCopy ? await timed('fill', () => fillTables(derive(charter, connectors), url, folder)) : null
    await keepLock(charter, loaded)
    await timed('generate', async () => writeTree(folder, (await generateService(charter, 'node', loaded)).files))
    const failures = await timed('type-check', () => typeCheck(folder))
    const report = await timed('verify', () => verify({ subject: folder, writes: false }))
    const compared = await timed('compare', () => compareAll(folder, url, isCopy))
    const losses: Record<string, number> = {}
    for (const { reason } of found.losses) losses[reason] = (losses[reason] ?? 0) + 1
    return {
      name,
      tables: found.tables,
      entities: found.entities,
      relations: charter.entities.reduce((sum, entity) => sum + entity.relations.length, 0),
      losses,
      verified: report.passed,
      failures: [
        ...failures,
        ...failuresOf(report).filter((each) => !speaksOf(compared.unsaid, each)),
        ...compared.failures,
      ],
      unsaid: compared.unsaid,
      rows: compared.rows,
      columns: compared.columns,
      seconds,
      filled,
      written: compared.written,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const typeCheck = async (folder: string): Promise<readonly string[]> => {
  await installNodeModules(folder, { withTools: true })
  const made = spawnSync(join(folder, 'node_modules', '.bin', 'tsc'), [], { cwd: folder, encoding: 'utf8' })
  return made.status === 0 ? [] : [`tsc: ${made.stdout.split('\n').slice(0, 5).join('; ')}`]
}

const failuresOf = (report: Report): readonly string[] =>
  isGreen(report)
    ? []
    : report.failed.length === 0
      ? ['verify: nothing was verified']
      : report.failed.map(
          ({ id, request, mismatches }) => `${id}: ${request}: ${JSON.stringify(mismatches.slice(0, 2))}`,
        )

const compareAll = async (folder: string, url: string, isCopy: boolean) => {
  const charter = requireSound(await loadCharter(folder))
  const derived = derive(charter, connectors)
  const dataFolder = join(folder, '.charter', 'data')
  mkdirSync(dataFolder, { recursive: true })
  const service = await runService({ folder, port: await freePort(8300), databaseUrl: url, dataFolder })
  const client = await plainClient(url)
  try {
    const asking = { url: service.url, token: await ownerToken(service.url, service.pageUrl ?? service.url) }
    const bounds = boundsOf(charter, derived.model)
    const compared = await compareTables(client, asking, bounds, rest.surface(charter))
    const written = isCopy ? await writeAll(client, asking, derived, bounds) : null
    return { ...compared, failures: [...compared.failures, ...(written?.failures ?? [])], written }
  } finally {
    await client.end()
    await service.stop()
  }
}

const writeAll = async (
  client: Client,
  { url, token }: ServiceCredentials,
  derived: Derived<SqlConnector>,
  bounds: readonly Bound[],
): Promise<Written> => {
  const { routes } = rest.surface(derived.charter)
  const folder = mkdtempSync(join(tmpdir(), 'charter-corpus-'))
  const opened = await openSource(derived, { url: databaseUrlOf(derived, folder), dataFolder: folder })
  try {
    return await writeRows(
      {
        model: derived.model,
        client,
        pool: poolOf(derived, opened.database),
        pathOf: (entity, kind) => routes.find((route) => route.kind === kind && route.entity === entity)?.path ?? null,
        ask: async (method, path, body) => {
          const answer = await fetch(`${url}${path}`, {
            method,
            headers: {
              authorization: `Bearer ${token}`,
              ...(body !== undefined && {
                'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
              }),
            },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          })
          const text = await answer.text()
          return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as JsonObject) }
        },
      },
      bounds,
    )
  } finally {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const ownerToken = async (url: string, pageUrl: string): Promise<string> => {
  const headers = { ...(await openPage(pageUrl)) }
  const page = (await (await fetch(`${url}/_charter/page.json`, { headers })).json()) as {
    roles: readonly { token: string }[]
  }
  return page.roles[0]?.token ?? ''
}
