import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { waitsMs } from './is-over.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']

/** What is to be deployed, and what answers there, or did last. */
export interface Involving {
  readonly requestedBy: string
  readonly release: Row<'Release'>
  readonly version: Row<'Version'>
  readonly environment: Row<'Environment'>
  /** Its version; null where nothing ever answered. */
  readonly before: Row<'Version'> | null
  /** When that was asked for; null where nothing ever answered. */
  readonly beforeAt: string | null
}

/** Everybody whose work a deployment brings: whoever asked for it, made it, wrote a version since the one that answered last, or said where a source is or what its environment says. */
export const involvedIn = async (
  rows: Pick<Rows<Entities>, 'list'>,
  { requestedBy, release, version, environment, before, beforeAt }: Involving,
): Promise<readonly string[]> => {
  const between = { gt: before?.number ?? 0, le: version.number }
  const written = await rows.list('Version', {
    where: { projectId: version.projectId, state: 'accepted', number: between },
  })
  const said = await rows.list('EnvironmentChange', {
    where: {
      environmentId: environment.id,
      state: 'made',
      ...(beforeAt !== null && {
        // One that was asked for before what answers may have been made after it.
        requestedAt: { gt: new Date(Date.parse(beforeAt) - waitsMs).toISOString() },
      }),
    },
  })
  const secrets = await rows.list('Secret', { where: { environmentId: environment.id } })
  const sources = await rows.list('Source', { where: { projectId: environment.projectId } })
  return [
    ...new Set([
      requestedBy,
      release.madeBy,
      version.createdBy,
      environment.saidBy,
      ...said.map((change) => change.requestedBy),
      ...written.map(({ createdBy }) => createdBy),
      ...secrets.map(({ setBy }) => setBy),
      ...sources.flatMap(({ setBy }) => setBy ?? []),
    ]),
  ]
}
