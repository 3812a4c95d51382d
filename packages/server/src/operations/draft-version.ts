import { saidText } from '@charter/deploy'
import { draftCharter, refusalOf } from '@charter/draft'
import type { DraftVersionBody, Entities } from '../charter.gen.ts'
import { editedText } from '../versions/apart/apart.ts'

/**
 * Drafts from words alone: no model is asked, and the same words give the same charter. Where a version of the project is accepted, they change the
 * newest of them, unless they are to begin anew.
 */
export const draftVersion: DraftVersionBody = async (call, context) => {
  const { row: project, value } = call
  const where = { projectId: project.id, state: 'accepted' } as const
  const [accepted] = value.fromNothing ? [] : await context.rows.list('Version', { where, sort: ['-number'], limit: 1 })
  return accepted ? drafted(accepted, call, context) : begun(call, context)
}

type Given = Parameters<DraftVersionBody>

/** What words change in what was accepted last. */
const drafted = async (
  accepted: Entities['Version']['row'],
  { value: { words } }: Given[0],
  { rows, fail }: Given[1],
): ReturnType<DraftVersionBody> => {
  const edited = await editedText(accepted, words)
  const on = `version ${accepted.number}, which was accepted last`
  if ('why' in edited)
    return fail(
      'not-understood',
      `${saidText(edited.why, 800)} Nothing was drafted on ${on}: to begin anew, draft from nothing.`,
    )
  return rows.create('Version', {
    projectId: accepted.projectId,
    text: edited.text,
    origin: 'words',
    words,
    note: `Drafted on ${on}.`,
  })
}

const begun = async (
  { row: project, value: { words } }: Given[0],
  { rows, fail }: Given[1],
): ReturnType<DraftVersionBody> => {
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
