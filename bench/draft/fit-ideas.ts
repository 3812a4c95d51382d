import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { analyse } from '../../packages/draft/src/analyse/analyse.ts'
import type { Weights } from '../../packages/draft/src/finding/decide.ts'
import { betterIdea, isIdea, spelledOutAndFound } from '../../packages/draft/src/finding/read-idea.ts'
import { calibrationTable, judgedIn } from './calibration.ts'
import { kinds, type Request } from './description.ts'
import { ideaSamples } from './idea-samples.ts'
import { readRequests } from './requests.ts'
import { score } from './score.ts'
import { fittedSparse } from './sparse-logistic.ts'
import { measureOf, sumOf } from './tally.ts'

// Fits the weights by which a short idea is read, on the ideas that are open: `npm run draft-fit [-- folder …]`. Before they are written
// it says how ideas are read by weights that were fitted to others (one in four left out in turn). The same ideas give the same weights.

const folders = [
  ...['ideas/open', 'ideas/more', 'texts/open'].map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
  ...process.argv.slice(2),
]
const folds = 4

const main = (): void => {
  const requests = folders.flatMap((folder) => readRequests(folder).filter(({ reference }) => reference.entities))
  for (const line of unseen(requests)) process.stdout.write(`${line}\n`)
  write(weightsOf(requests))
}

const weightsOf = (requests: readonly Request[]): Weights => {
  const { entity, relation, many, role, access, field } = ideaSamples(requests)
  return {
    entity: fittedSparse(entity),
    relation: fittedSparse(relation),
    many: fittedSparse(many),
    role: fittedSparse(role),
    access: fittedSparse(access),
    field: fittedSparse(field),
  }
}

/** Each text read by weights that have not seen it: how much is found, and how right what is called sure is. */
const unseen = (requests: readonly Request[]): readonly string[] => {
  const drafts = Array.from({ length: folds }, (_, fold) => {
    const weights = weightsOf(requests.filter((__, at) => at % folds !== fold))
    return requests
      .filter((__, at) => at % folds === fold)
      .map(({ words, reference }) => {
        const spelledOut = analyse(words)
        const idea = isIdea(words) ? betterIdea(words, spelledOut, { weights }) : null
        return { reference, draft: (idea ?? spelledOutAndFound(words, spelledOut, weights)).analysis }
      })
  }).flat()
  const total = sumOf(drafts.map(({ reference, draft }) => score(reference, draft)))
  return [
    ...kinds.map((kind) => {
      const { precision, recall, f1 } = measureOf(total[kind])
      return `${kind.padEnd(10)} ${[precision, recall, f1].map((value) => value.toFixed(3)).join('  ')}`
    }),
    ...calibrationTable(drafts.flatMap(({ reference, draft }) => judgedIn(reference, draft))),
  ]
}

/** Weights that change nothing are left out. */
const leastWeight = 0.2

const write = (weights: Weights): void => {
  const lines = Object.entries(weights).flatMap(([kind, of]) => [
    `  ${kind}: {`,
    ...Object.entries(of)
      .filter(([, weight]) => Math.abs(weight) >= leastWeight)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([name, weight]) =>
          `    ${/^[a-z]+$/.test(name) ? name : `'${name.replaceAll("'", "\\'")}'`}: ${Number(weight.toFixed(2))},`,
      ),
    '  },',
  ])
  writeFileSync(
    fileURLToPath(new URL('../../packages/draft/src/finding/idea-weights.ts', import.meta.url)),
    [
      "import type { Weights } from './decide.ts'",
      '',
      '/** Fitted by `npm run draft-fit` on the ideas that are open; not written by hand. */',
      'export const ideaWeights: Weights = {',
      ...lines,
      '}',
      '',
    ].join('\n'),
  )
}

main()
