import type { DeclaredHooks } from '@charter/runtime/service'
import { digestOf } from '../blobs/blobs.ts'
import type { Entities } from '../charter.gen.ts'
import { checkedText } from '../versions/apart/apart.ts'

/** A version is checked as it is written, and counted in its project. */
export const versionHooks: DeclaredHooks<Entities, 'Version', 'before'> = {
  before: async ({ action, row, stored }, { rows, principal }) => {
    if (!row || (action === 'update' && row.text === stored?.text)) return
    const where = { projectId: row.projectId }
    const [newest] = await rows.list('Version', { where, sort: ['-number'], limit: 1 })
    const [accepted] = await rows.list('Version', {
      where: { ...where, state: 'accepted' },
      sort: ['-number'],
      limit: 1,
    })
    const { findings, errors, lock } = await checkedText({
      text: row.text,
      lock: accepted?.lock ?? null,
      organisationId: principal.tenant ?? '',
    })
    return {
      number: stored?.number ?? (newest?.number ?? 0) + 1,
      digest: digestOf(Buffer.from(JSON.stringify([row.text, lock]))),
      findings,
      errors,
      lock,
    }
  },
}
