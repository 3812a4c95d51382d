import { draftCharter, refusalOf } from '@charter/draft'
import type { DraftVersionBody } from '../charter.gen.ts'

/** Drafts from words alone: no model is asked, and the same words give the same charter. */
export const draftVersion: DraftVersionBody = async ({ row: project, value: { words } }, { rows, fail }) => {
  const refusal = refusalOf(words)
  if (refusal) return fail('no-api', `${refusal.why} ${refusal.instead}`)
  const { document, questions } = draftCharter(words, { name: project.name })
  return rows.create('Version', {
    projectId: project.id,
    text: document,
    origin: 'words',
    words,
    questions: questions.map(({ sentence }) => sentence),
  })
}
