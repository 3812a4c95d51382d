import { existsSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '@charter/runtime'
import type { Derived } from '@charter/service'
import { dataFolderOf } from '../inside.ts'
import { graphiqlFolder } from '../page/graphiql-folder.ts'
import { fillDatabase, type Prepared, regenerate } from '../prepare.ts'
import { Refused } from '../refused.ts'
import { type RunningService, type RunOptions, runService } from '../run.ts'
import { undoEdit } from './apply-edit.ts'
import { type EditState, editDesk } from './edit-desk.ts'
import { serveDesk } from './serve-desk.ts'

export interface EditableOptions
  extends Pick<RunOptions, 'host' | 'port' | 'ports' | 'mayCreate' | 'inherited' | 'stop'> {
  readonly prepared: Prepared
  readonly onLog: (line: string) => void
}

/**
 * A generated service whose page edits the charter: an edit is generated while the service runs on, then the service is
 * started anew at the same address. One that does not start is taken back, and the one before runs again.
 */
export const runEditable = async (options: EditableOptions): Promise<Omit<RunningService, 'process'>> => {
  let state: EditState = { phase: 'idle', sentence: '' }
  let isStopping = false
  let derived = options.prepared.derived
  const { folder } = options.prepared
  const say = (phase: EditState['phase'], sentence: string): void => {
    state = { phase, sentence }
    if (sentence !== '') options.onLog(sentence)
  }
  /** It is another one since the service was started anew. */
  const sayPage = ({ pageUrl }: RunningService): void => {
    if (pageUrl !== undefined) options.onLog(`Another browser opens the page at ${pageUrl}`)
  }
  const desk = await serveDesk(editDesk({ file: folder, onApplied: () => void restart(), state: () => state }))
  const start = (port: number): Promise<RunningService> =>
    runService({
      ...options,
      folder,
      port,
      databaseUrl: options.prepared.databaseUrl,
      dataFolder: dataOf(folder),
      editDesk: desk.url,
      graphiqlFolder: graphiqlFolder(),
    })
  let service = await start(options.port)
  const port = Number(new URL(service.url).port)
  let finish: (status: number) => void = () => {}
  const ended = new Promise<number>((resolve) => {
    finish = resolve
  })
  let isRestarting = false
  /** Where the database before the last edit is kept. */
  let aside: string | null = null
  const watch = (running: RunningService): void =>
    void running.ended.then((status) => {
      if (running === service && (!isRestarting || isStopping)) finish(status)
    })
  watch(service)

  const restart = async (): Promise<void> => {
    say('working', 'Generating the service')
    try {
      const next = await regenerate(folder, folder, (step) => say('working', step))
      isRestarting = true
      await replace(next.derived)
      say('idle', '')
    } catch (error) {
      await takeBack(error).catch(() => finish(1))
    } finally {
      isRestarting = false
    }
  }

  /** The gap in which nothing answers is from here until the new service listens. */
  const replace = async (next: Derived): Promise<void> => {
    say('working', 'Restarting')
    await service.stop()
    if (isStopping) return
    aside = (await isMigrated(next)) ? null : await setAside(folder, derived, next)
    if (aside !== null) await fillDatabase(next, options.prepared.databaseUrl, dataOf(folder))
    service = await start(port)
    derived = next
    watch(service)
    sayPage(service)
  }

  /** Rows stay where they are as long as none of their values is lost; the service of before can still run on them. */
  const isMigrated = async ({ connector, charter, schema }: Derived): Promise<boolean> => {
    if (!schema) return true
    say('working', 'Migrating the database')
    const asked = { charter, goal: 'contract', drops: [], expressions: {}, isDryRun: false } as const
    try {
      const { blocked } = await connector.migrate(options.prepared.databaseUrl, asked)
      return blocked.length === 0
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      options.onLog(whyUnmigrated(error))
      return false
    }
  }

  /** What is declared and not built stays written, and is said; what does not start is undone. */
  const takeBack = async (error: unknown): Promise<void> => {
    if (!isRestarting) return say('failed', whyNot(error))
    await undoEdit(folder)
    await regenerate(folder, folder, () => {})
    if (aside !== null) await putBack(folder, aside)
    service = await start(port)
    watch(service)
    sayPage(service)
    say(
      'failed',
      `The service did not start with this edit, so it was taken back. ${error instanceof Error ? error.message : ''}`,
    )
  }

  return {
    url: service.url,
    ownUrls: service.ownUrls,
    ...(service.pageUrl !== undefined && { pageUrl: service.pageUrl }),
    ended: ended.finally(() => desk.close()),
    stop: async () => {
      isStopping = true
      await service.stop()
      finish(0)
    },
  }
}

const whyNot = (error: unknown): string => {
  const what = error instanceof Refused ? error.diagnostics.map(({ message }) => message).join(' ') : String(error)
  return `The charter is written; the service as it was runs on. ${what}`
}

const whyUnmigrated = ({ problem: { cause, detail } }: ProblemError): string =>
  cause instanceof Error ? cause.message : detail

/** A database of ours that cannot follow the charter without loss is kept beside; keys stay. Gives where, or null where it may stay. */
const setAside = async (folder: string, before: Derived, after: Derived): Promise<string | null> => {
  if (!after.schema || JSON.stringify(before.schema) === JSON.stringify(after.schema)) return null
  const data = dataOf(folder)
  const aside = free(`${data}-before`)
  if (!existsSync(data)) return aside
  await rename(data, aside)
  if (existsSync(join(aside, 'keys'))) await cp(join(aside, 'keys'), join(data, 'keys'), { recursive: true })
  return aside
}

/** The database of before, in its place again; what the failed start made is kept, too. */
const putBack = async (folder: string, aside: string): Promise<void> => {
  const data = dataOf(folder)
  if (existsSync(data)) await rename(data, free(`${data}-failed`))
  if (existsSync(aside)) await rename(aside, data)
}

const dataOf = dataFolderOf

const free = (name: string): string => {
  let count = 1
  while (existsSync(`${name}-${count}`)) count++
  return `${name}-${count}`
}
