import { previewEditOf } from '@charter/project/edit/preview-edit'
import { Refused } from '@charter/project/refused'
import type { VersionText } from './changes.ts'
import { loadText } from './check-text.ts'

/** What words make of a charter, or why they make nothing of it. */
export type Edited = { readonly text: string } | { readonly why: string }

/** The charter as words have it, or why they change nothing in it. */
export const editText = ({ text, lock }: VersionText, words: string): Edited => {
  try {
    const { files, isRefused, notUnderstood, findings } = previewEditOf(loadText(text, lock), words)
    const edited = files['charter.yaml']
    if (!isRefused && notUnderstood.length === 0 && edited !== undefined && edited !== text) return { text: edited }
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
