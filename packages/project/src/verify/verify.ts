import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Loss } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { type Derived, derive } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { requireSound } from '../check.ts'
import { generateService } from '../generate.ts'
import { manifestFile } from '../generation/manifest.ts'
import { writeTree } from '../generation/write-tree.ts'
import { dataFolderOf } from '../inside.ts'
import { type LoadedCharter, loadCharter, NoCharter } from '../load.ts'
import { urlIn } from '../service-place.ts'
import { compareRows } from './compare-rows.ts'
import { scenariosFor } from './derive/index.ts'
import { readScenarios } from './read-scenarios.ts'
import type { Report } from './report.ts'
import { runServed } from './run-served.ts'
import { seedRows } from './seed-rows.ts'
import type { Target } from './target.ts'
import { attachedTarget } from './targets/attached.ts'
import { generatedTarget } from './targets/generated.ts'
import { inProcessTarget } from './targets/in-process.ts'
import { remoteTarget } from './targets/remote.ts'
import { tokenMint } from './tokens.ts'
import { compareValues } from './values/compare-values.ts'
import type { ValuesReport } from './values/report.ts'

export interface VerifyOptions {
  /** The URL of a running service, the folder of a generated one, or a charter. */
  readonly subject: string
  /** The charter, where the subject is a URL. */
  readonly charter?: string
  readonly writes: boolean
  /** A file or folder of scenarios, which are run instead of those that follow from the charter. */
  readonly scenarios?: string
  /** A schema for state may be made in a database that is somebody else's. */
  readonly mayCreate?: boolean
  /** Tokens by role, for a service whose development tokens cannot be had. */
  readonly tokens?: Readonly<Record<string, string>>
  readonly onStep?: (step: string) => void
  readonly onLog?: (line: string) => void
}

/**
 * Compares every value of an attached database, as its own program prints them, with what the API gives of them. Rejects as `verify`
 * does, and with a ValuesRefused where there is nothing to compare with.
 */
export const verifyValues = async (options: VerifyOptions): Promise<ValuesReport> => {
  const { onStep = () => {} } = options
  const { loaded, derived } = await subjectOf(options)
  const { connector } = derived
  if (derived.schema !== null || !connector.print)
    throw new ValuesRefused(
      'Values are compared with a database that was there before the charter; this one is the service’s own.',
    )
  const url = urlIn(derived, loaded.folder)
  const printed = await connector.print(url)
  onStep('Starting the service')
  const { target } = await targetOf(options, derived, loaded.folder)
  try {
    const { losses } = await connector.introspect(url, { name: derived.charter.name })
    const tables = await compareValues({ target, derived, printed, losses, onStep })
    const isTold = (loss: Loss): boolean => tables.some((table) => table.losses.includes(loss))
    return { target: target.name, tables, losses: losses.filter((loss) => !isTold(loss)) }
  } finally {
    await target.close()
  }
}

/** There is nothing to compare values with. */
export class ValuesRefused extends Error {
  override readonly name = 'ValuesRefused'
}

/**
 * Holds a service to its charter. A running one is only read unless `writes`; a generated one, or the in-process
 * service of a charter, runs on example rows in a throw-away database; an attached database is only read, and its rows
 * are compared with what the API gives, unless scenarios of one's own are asked for. Rejects with NoCharter, NoScenarios,
 * ScenariosRefused, Refused or StartFailed.
 */
export const verify = async (options: VerifyOptions): Promise<Report> => {
  const { subject, onStep = () => {} } = options
  const { loaded, derived, isUrl } = await subjectOf(options)
  const own =
    options.scenarios === undefined ? null : await readScenarios(options.scenarios, derived.charter.access.roles)
  onStep('Starting the service')
  const { target, writes } = await targetOf(options, derived, loaded.folder)
  try {
    const scenarios = own?.scenarios ?? scenariosFor(derived, seedRows(derived.model))
    const report = await runServed(target, derived, scenarios, {
      writes,
      onScenario: (done, of) => onStep(`${done} of ${of} scenarios`),
    })
    if (own)
      return { ...report, failed: report.failed.map((each) => ({ ...each, place: own.placeOf(each.id, each.step) })) }
    if (!isUrl && derived.schema === null)
      return withRows(report, await compareRows(target, derived, loaded.folder, onStep))
    return report.failed.length > 0 && !isUrl
      ? { ...report, stale: await staleFiles(resolve(subject), loaded) }
      : report
  } finally {
    await target.close()
  }
}

const subjectOf = async ({ subject, charter }: VerifyOptions) => {
  const isUrl = /^https?:\/\//.test(subject)
  if (isUrl && charter === undefined)
    throw new NoCharter('Say which charter the service is to be held to: --charter <file or folder>.')
  if (charter === undefined) await refuseScenarios(subject)
  const loaded = await loadCharter(charter ?? subject)
  return { loaded, derived: derive(requireSound(loaded), connectors, loaded.document.lock), isUrl }
}

/** A list in the place of a charter is hardly anything else. */
const refuseScenarios = async (subject: string): Promise<void> => {
  const isFile = await stat(subject).then(
    (found) => found.isFile(),
    () => false,
  )
  if (isFile && /^(?:\s*(?:#.*|---)?\n)*- /.test((await readFile(subject, 'utf8')).slice(0, listHeadMax)))
    throw new NoCharter(
      `"${subject}" is a list, as scenarios are, and no charter. Run them in the folder of the charter: charter verify --scenarios ${resolve(subject)}`,
    )
}

/** Comments before a list are looked past so far. */
const listHeadMax = 10_000

const targetOf = async (
  { subject, tokens = {}, writes, mayCreate = false, onLog }: VerifyOptions,
  derived: Derived<SqlConnector>,
  folder: string,
): Promise<{ target: Target; writes: boolean }> => {
  const examples = seedRows(derived.model)
  if (/^https?:\/\//.test(subject)) {
    const data = dataFolderOf(folder)
    const mint = (await isThere(join(data, 'keys', 'development.pem')))
      ? await tokenMint(data, derived.model, examples.attributes)
      : null
    return { target: await remoteTarget(subject, tokens, mint), writes }
  }
  const isGenerated = await isThere(join(resolve(subject), 'src', 'main.ts'))
  if (derived.schema === null)
    return {
      target: await attachedTarget(derived, isGenerated ? resolve(subject) : null, {
        databaseUrl: urlIn(derived, folder),
        mayCreate,
      }),
      writes: false,
    }
  const target = isGenerated
    ? await generatedTarget(resolve(subject), derived, examples, { onLog })
    : await inProcessTarget(derived, examples)
  return { target, writes: true }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Files of a generated folder that are not what its charter generates now: what fails there may be the charter of before. */
const staleFiles = async (folder: string, loaded: LoadedCharter): Promise<readonly string[]> => {
  if (!(await isThere(join(folder, manifestFile)))) return []
  const { files } = await generateService(requireSound(loaded), 'node', loaded)
  const { written, merged, removed } = await writeTree(folder, files, { isDryRun: true })
  return [...written, ...merged, ...removed].sort()
}

const withRows = (report: Report, rows: Pick<Report, 'passed' | 'failed'>): Report => ({
  ...report,
  passed: report.passed + rows.passed,
  failed: [...report.failed, ...rows.failed],
})
