import { saidText } from '@charter/deploy'
import type { ProposeChangeBody } from '../charter.gen.ts'
import { editedText } from '../versions/apart/apart.ts'

/** A draft that answers a finding, after the version that was accepted last. Nothing but a draft: who reviews versions reviews it. */
export const proposeChange: ProposeChangeBody = async (
  { row: finding, value: { text, words, note } },
  { rows, fail },
) => {
  if (finding.state !== 'open' && finding.state !== 'accepted')
    return fail('not-open', `This finding is ${finding.state}.`)
  if ((text === null) === (words === null))
    return fail('text-or-words', 'Say either the text of the charter, or what is to change in words.')
  const { projectId } = finding
  const where = { projectId, state: 'accepted' } as const
  const [accepted] = await rows.list('Version', { where, sort: ['-number'], limit: 1 })
  if (!accepted) return fail('no-version', 'No version of this project is accepted yet.')
  const edited = text === null ? await editedText(accepted, words ?? '') : { text }
  if ('why' in edited) return fail('not-understood', saidText(edited.why, 1000))
  return rows.create('Version', {
    projectId,
    text: edited.text,
    origin: 'finding',
    findingId: finding.id,
    words,
    note: note ?? `Answers the finding: ${finding.title}`,
  })
}
