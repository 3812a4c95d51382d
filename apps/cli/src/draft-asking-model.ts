import { parseCharter } from '@charter/charter'
import { type Draft, draftWithModel, type ModelDraft, type ModelName, modelText } from '@charter/draft'
import { checkLoaded } from '@charter/project/check'
import { styles } from '@charter/styles'
import type { Terminal } from './terminal.ts'

/** Asks a model for a draft, telling what appears. Ctrl-C stops it, and the planner's draft is the answer; once more ends all. */
export const draftAskingModel = async (
  words: string,
  model: ModelName,
  planner: Draft,
  terminal: Terminal,
): Promise<ModelDraft> => {
  const stop = new AbortController()
  const onStop = (): void => stop.abort()
  process.once('SIGINT', onStop)
  const progress = terminal.progress(`Asking ${modelText(model)}`)
  try {
    return await draftWithModel(words, {
      model,
      environment: process.env,
      planner,
      signal: stop.signal,
      check: (document) =>
        checkLoaded({ ...parseCharter({ 'charter.yaml': document }, { styles }), folder: '.', file: 'charter.yaml' }),
      onProgress: ({ attempt, entities }) =>
        progress.update(
          [attempt > 1 ? `Mending (${attempt})` : `Asking ${modelText(model)}`, entities.join(', ')]
            .filter(Boolean)
            .join(': '),
        ),
    })
  } finally {
    progress.done()
    process.off('SIGINT', onStop)
  }
}
