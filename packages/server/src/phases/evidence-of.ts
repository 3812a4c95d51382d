import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { newestRun } from '../suites/newest-run.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']

/** What rows say of a project, as far as its phases go. */
export interface Evidence {
  /** The one that was written last; undefined where there is none. */
  readonly newest: Row<'Version'> | undefined
  /** The one that was accepted last. */
  readonly accepted: Row<'Version'> | undefined
  /** Of that one. */
  readonly release: Row<'Release'> | undefined
  /** The newest look at it; undefined where nobody looked. */
  readonly verified: Row<'VerifyReleaseJob'> | undefined
  /** The one that counts of each kind of tests, of that release: it may not have ended. */
  readonly runs: readonly Row<'Run'>[]
  readonly sources: readonly Row<'Source'>[]
  readonly environments: readonly Row<'Environment'>[]
  /** Those that wait, answer, or fail. */
  readonly deployments: readonly Row<'Deployment'>[]
  readonly emergencies: readonly Row<'Emergency'>[]
  /** Those that weigh much, and that nobody has fixed or dismissed. */
  readonly findings: readonly Row<'Finding'>[]
}

/** As many are listed. */
const findingsMax = 50

/** As many runs are looked through for the newest of a release. */
const runsMax = 200

export const evidenceOf = async (
  rows: Pick<Rows<Entities>, 'list'>,
  { id: projectId }: Pick<Row<'Project'>, 'id'>,
): Promise<Evidence> => {
  const newestOf = { sort: ['-number'], limit: 1 } as const
  const [newest] = await rows.list('Version', { where: { projectId }, ...newestOf })
  const [accepted] = await rows.list('Version', { where: { projectId, state: 'accepted' }, ...newestOf })
  const [release] = accepted ? await rows.list('Release', { where: { versionId: accepted.id }, limit: 1 }) : []
  const looks = await rows.list('VerifyReleaseJob', { where: { state: 'done' }, sort: ['-queuedAt'], limit: runsMax })
  const environments = await rows.list('Environment', { where: { projectId }, sort: ['name'] })
  const there = { in: environments.map(({ id }) => id) }
  const isOpen = { in: ['requested', 'approved', 'rolling', 'healthy', 'failing'] } as const
  return {
    newest,
    accepted,
    release,
    verified: looks.find(({ on }) => release !== undefined && idIn(on) === release.id),
    runs: release ? await runsOf(rows, release.digest) : [],
    sources: await rows.list('Source', { where: { projectId }, sort: ['name'] }),
    environments,
    findings: await rows.list('Finding', {
      where: { projectId, severity: { in: ['critical', 'high'] }, state: { in: ['open', 'accepted'] } },
      sort: ['foundAt'],
      limit: findingsMax,
    }),
    deployments:
      environments.length === 0
        ? []
        : await rows.list('Deployment', { where: { environmentId: there, state: isOpen }, sort: ['requestedAt'] }),
    emergencies:
      environments.length === 0
        ? []
        : await rows.list('Emergency', { where: { environmentId: there, state: 'open' }, sort: ['declaredAt'] }),
  }
}

const runsOf = async (rows: Pick<Rows<Entities>, 'list'>, digest: string): Promise<readonly Row<'Run'>[]> => {
  const found = [await newestRun(rows, digest, 'verify'), await newestRun(rows, digest, 'ownTests')]
  return found.filter((run) => run !== undefined)
}

const idIn = (key: unknown): unknown => (typeof key === 'object' && key !== null && 'id' in key ? key.id : undefined)
