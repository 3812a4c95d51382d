import { formatDiff } from '@charter/charter'
import type { EditDesk } from '@charter/page'
import type { Json } from '@charter/runtime'
import { applyEdit } from './apply-edit.ts'
import { type EditPreview, previewEdit } from './preview-edit.ts'

/** How far an applied edit has come. `failed`: the charter is written, or put back, as `sentence` tells; what ran before runs on. */
export interface EditState {
  readonly phase: 'idle' | 'working' | 'failed'
  readonly sentence: string
}

export interface DeskOptions {
  /** The charter's file or folder. */
  readonly file: string
  /** Serves what was written; told to whoever asks for the state. */
  readonly onApplied: () => void
  readonly state: () => EditState
}

/** Edits from the page: what a preview tells people, and the same words applied when nothing changed since. */
export const editDesk = ({ file, onApplied, state }: DeskOptions): EditDesk => ({
  preview: async (words) => shownOf(await previewEdit(file, words)),
  apply: async (words, digest) => {
    const preview = await previewEdit(file, words)
    if (preview.digest !== digest) throw new Error('The charter changed since this preview. Preview the change again.')
    const written = await applyEdit(file, preview)
    if (written.length > 0) onApplied()
    return { written: [...written] }
  },
  state: async () => ({ ...state() }),
})

/** Plain data of a preview, its diffs as lines. */
const shownOf = (preview: EditPreview): Json => {
  const { steps, notUnderstood, questions, findings, isRefused, text, changes } = preview
  const access = changes
    ? formatDiff({ structure: [], styles: {}, access: changes.access, widenings: [] }).slice(1)
    : []
  const api = changes ? formatDiff({ ...changes, access: [] }) : []
  return {
    steps: steps.map((step) => ({ ...step })),
    notUnderstood: notUnderstood.map((each) => ({ ...each })),
    questions: questions.map((question) => ({ ...question, choices: [...question.choices] })),
    findings: findings.map(({ severity, message, hint = '' }) => ({ severity, message, hint })),
    isRefused,
    text: [...text],
    api: api.map((line) => line),
    access: access.map((line) => line.trim()),
    digest: preview.digest,
  }
}
