import { ProblemError, problem } from '@charter/runtime'
import type { Rows } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

type HostRows = Pick<Rows<Entities>, 'read' | 'list' | 'create' | 'delete'>

/** By which callers come whatever their host: it is nobody's. */
const any = '*'

/**
 * Has an organisation hold a host, the first of whose routes has it: of two that come at once the table takes one. Rejects with a ProblemError
 * (`conflict`), which does not say whose it is.
 */
export const holdHost = async (rows: HostRows, host: string, organisation: string): Promise<void> => {
  if (host === any) return
  const held = await rows.read('Host', { host })
  if (!held) await rows.create('Host', { host, heldBy: organisation })
  else if (held.heldBy !== organisation)
    throw new ProblemError(problem('conflict', { detail: 'This host is taken: say another one.' }))
}

/** Lets a host go once no route of its organisation has it. */
export const releaseHost = async (rows: HostRows, host: string): Promise<void> => {
  if (host === any) return
  const [route] = await rows.list('Route', { where: { host }, limit: 1 })
  if (!route && (await rows.read('Host', { host }))) await rows.delete('Host', { host })
}
