import { previewEditOf } from '@charter/project/edit/preview-edit'
import { Refused } from '@charter/project/refused'
import type { ProposeChangeBody } from '../charter.gen.ts'
import { loadText } from '../versions/check-text.ts'

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
  const edited = text ?? editedBy(accepted, words ?? '')
  if (typeof edited !== 'string') return fail('not-understood', edited.why.slice(0, 1000))
  return rows.create('Version', {
    projectId,
    text: edited,
    origin: 'finding',
    findingId: finding.id,
    words,
    note: note ?? `Answers the finding: ${finding.title}`,
  })
}

/** The charter as words have it, or why they change nothing in it. */
const editedBy = (
  { text, lock }: { readonly text: string; readonly lock: string | null },
  words: string,
): string | { readonly why: string } => {
  try {
    const { files, isRefused, notUnderstood, findings } = previewEditOf(loadText(text, lock), words)
    const edited = files['charter.yaml']
    if (!isRefused && notUnderstood.length === 0 && edited !== undefined && edited !== text) return edited
    const told = [
      ...notUnderstood.map((each) => `“${each.text}”: ${each.hint}`),
      ...(isRefused ? findings.map(({ message }) => message) : []),
    ]
    return { why: told.length > 0 ? told.join(' ') : 'These words change nothing in the charter.' }
  } catch (error) {
    if (error instanceof Refused) return { why: 'The version that was accepted last does not pass `check` any more.' }
    throw error
  }
}
