import type { TestSourceBody } from '../charter.gen.ts'
import { lookAt, sentenceOf } from '../sources/look-at.ts'
import type { SourceGuard } from '../sources/source-guard.ts'

/** Says whether a source is reached, and what is there. */
export const testSource =
  ({ guard }: { readonly guard: SourceGuard }): TestSourceBody =>
  async ({ row: source }, { step, tell, rows, fail }) => {
    const project = await rows.read('Project', { id: source.projectId })
    const found = await lookAt(source, project?.name ?? source.name, guard).catch((error: unknown): never =>
      fail('not-reached', sentenceOf(error)),
    )
    for (const { about, sentence } of found.losses) tell(`${about}: ${sentence}`.slice(0, 500))
    const { tables, losses } = found
    await step('seen', (context) =>
      context.rows.update('Source', { id: source.id }, { tables, seenAt: new Date().toISOString() }),
    )
    return { tables, losses: losses.length }
  }
