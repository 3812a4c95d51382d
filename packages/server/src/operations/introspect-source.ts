import { saidText } from '@charter/deploy'
import type { IntrospectSourceBody } from '../charter.gen.ts'
import { lookAt, sentenceOf } from '../sources/look-at.ts'
import type { SourceGuard } from '../sources/source-guard.ts'
import { loadText } from '../versions/check-text.ts'

/** Makes a version of the tables that a source has. */
export const introspectSource =
  ({ guard }: { readonly guard: SourceGuard }): IntrospectSourceBody =>
  async ({ row: source }, { rows, step, tell, fail }) => {
    const project = await rows.read('Project', { id: source.projectId })
    const found = await lookAt(source, project?.name ?? source.name, guard).catch((error: unknown): never =>
      fail('not-reached', sentenceOf(error)),
    )
    for (const { about, sentence } of found.losses) tell(saidText(`${about}: ${sentence}`, 500))
    const questions = await openIn(found.document)
    const version = await step('version', async (context) => {
      await context.rows.update('Source', { id: source.id }, { tables: found.tables, seenAt: new Date().toISOString() })
      const { id } = await context.rows.create('Version', {
        projectId: source.projectId,
        text: found.document,
        origin: 'source',
        ...(questions.length > 0 && { questions }),
        note: `The tables of ${source.name}, at ${source.place}.`,
      })
      return id
    })
    return { version, tables: found.tables, losses: found.losses.length }
  }

const questionsMax = 50

/** A database does not say what of it is sensitive: what names look like it is asked. */
const openIn = async (document: string): Promise<readonly string[]> => {
  const { charter } = loadText(document, null)
  // What reads names is loaded once there are some.
  const { classesProposed } = await import('@charter/project/classes-proposed')
  return charter
    ? classesProposed(charter)
        .slice(0, questionsMax)
        .map(({ sentence }) => sentence)
    : []
}
