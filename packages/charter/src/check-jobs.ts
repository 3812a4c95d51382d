import type { CharterCheck } from './charter-check.ts'

/** `mode: job`: what a run is a row of is ours, and what it gives is no row of another entity. */
export const checkJobs: CharterCheck = (charter, { report }) => {
  for (const operation of [...charter.operations, ...charter.internal]) {
    if (operation.mode !== 'job') continue
    const { name: job, place, effect } = operation
    const why = effect === 'read' ? 'it only reads' : sourceMistake(charter)
    if (why !== null) report('bad-job', { place, path: `operations.${job}` }, { job, why })
  }
}

const sourceMistake = ({ sources: [source] }: Parameters<CharterCheck>[0]): string | null =>
  source === undefined || source.kind === 'own'
    ? null
    : `each run is a row of its own, and the tables of the source \`${source.name}\` are not ours`
