export { clinicWords } from './clinic-words.ts'
export { type DraftOptions, draftCharter } from './draft.ts'
export type { Draft, DraftProvenance, DraftQuestion } from './outline.ts'
export { type SampleOptions, sampleRows } from './samples/sample-rows.ts'
