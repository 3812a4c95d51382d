import { parseCharter } from '@charter/charter'
import { saidText } from '@charter/deploy'
import { compareIntrospection } from '@charter/sql'
import { styles } from '@charter/styles'
import type { CompareSourceBody } from '../charter.gen.ts'
import { lookAt, sentenceOf } from '../sources/look-at.ts'
import type { SourceGuard } from '../sources/source-guard.ts'

/** What a source changed since the charter that serves it was accepted. */
export const compareSource =
  ({ guard }: { readonly guard: SourceGuard }): CompareSourceBody =>
  async ({ row: source }, { rows, step, fail }) => {
    const where = { projectId: source.projectId, state: 'accepted' } as const
    const [accepted] = await rows.list('Version', { where, sort: ['-number'], limit: 1 })
    const before = accepted && charterIn(accepted.text)
    if (!before) return fail('no-version', 'No version of this project is accepted yet.')
    const found = await lookAt(source, before.name, guard).catch((error: unknown) =>
      fail('not-reached', sentenceOf(error)),
    )
    const now = charterIn(found.document)
    const drift = now ? compareIntrospection(before, now).map(({ sentence }) => saidText(sentence, 1000)) : []
    await step('drift', (context) =>
      context.rows.update(
        'Source',
        { id: source.id },
        { drift: drift.slice(0, 200), tables: found.tables, seenAt: new Date().toISOString() },
      ),
    )
    return { changes: drift.length }
  }

const charterIn = (text: string) => parseCharter({ 'charter.yaml': text }, { styles }).charter
