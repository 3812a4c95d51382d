import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

type Row<Name extends keyof Entities> = Entities[Name]['row']

/** What is to be deployed, and what answers there. */
export interface Involving {
  readonly requestedBy: string
  readonly release: Row<'Release'>
  readonly version: Row<'Version'>
  readonly environment: Row<'Environment'>
  /** Its version; null where nothing answers. */
  readonly before: Row<'Version'> | null
}

/** Everybody whose work a deployment brings: whoever asked for it, made it, wrote a version since the one that answers, or said what its environment says. */
export const involvedIn = async (
  rows: Pick<Rows<Entities>, 'list'>,
  { requestedBy, release, version, environment, before }: Involving,
): Promise<readonly string[]> => {
  const between = { gt: before?.number ?? 0, le: version.number }
  const written = await rows.list('Version', {
    where: { projectId: version.projectId, state: 'accepted', number: between },
  })
  const secrets = await rows.list('Secret', { where: { environmentId: environment.id } })
  return [
    ...new Set([
      requestedBy,
      release.madeBy,
      version.createdBy,
      environment.saidBy,
      ...written.map(({ createdBy }) => createdBy),
      ...secrets.map(({ setBy }) => setBy),
    ]),
  ]
}
