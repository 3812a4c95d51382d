import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Weighed, type WeighedNoun, weighedIn } from '../../packages/draft/src/analyse/weighed.ts'
import type { Description } from './description.ts'
import { fitted, type Sample } from './logistic.ts'
import { normalised } from './names.ts'
import { isHeldOut, readRequests } from './requests.ts'

// Fits the weights by which drafting tells entities and references, on the requests that are not held out:
// `node bench/draft/fit.ts [folder …]`. The same requests give the same weights. Entities first, as references are
// weighed between them: run it twice after the evidence has changed.

const folders = [fileURLToPath(new URL('requests', import.meta.url)), ...process.argv.slice(2)]

const main = (): void => {
  const texts = folders.flatMap((folder) => readRequests(folder).filter((_, at) => !isHeldOut(at)))
  const read = texts.map(({ words, reference }) => ({ weighed: weighedIn(words), reference }))
  // A missed entity costs as much as two that are none: people strike out faster than they think of.
  write('evidence', 'the evidence for an entity', read.flatMap(nounSamples), 2)
  write('tie', 'what speaks for a reference', read.flatMap(tieSamples), 1.2)
}

interface Read {
  readonly weighed: Weighed
  readonly reference: Description
}

const nounSamples = ({ weighed, reference }: Read): readonly Sample[] =>
  weighed.nouns.flatMap((noun) => {
    const known = entityOf(noun, reference)
    return known?.quoted === false ? [] : [{ features: noun.features, isTrue: known !== undefined }]
  })

const tieSamples = ({ weighed, reference }: Read): readonly Sample[] =>
  weighed.ties.flatMap(({ from, to, features }) => {
    const [one, other] = [entityOf(from, reference), entityOf(to, reference)]
    const known = reference.relations.find(
      (relation) =>
        (relation.kind === 'many-to-one' && relation.from === one?.name && relation.to === other?.name) ||
        (relation.kind === 'one-to-one' &&
          [one?.name, other?.name].sort().join() === [relation.from, relation.to].sort().join()),
    )
    return known?.quoted === false ? [] : [{ features, isTrue: known !== undefined }]
  })

const entityOf = ({ name, aliases }: WeighedNoun, reference: Description) => {
  const own = new Set([name, ...aliases].map(normalised))
  return reference.entities.find((each) =>
    [each.name, ...(each.aliases ?? [])].some((other) => own.has(normalised(other))),
  )
}

const write = (name: string, what: string, samples: readonly Sample[], trueWeight: number): void => {
  const weights = fitted(samples, trueWeight)
  const file = fileURLToPath(new URL(`../../packages/draft/src/analyse/${name}-weights.ts`, import.meta.url))
  writeFileSync(
    file,
    [
      `/** How much ${what} weighs. Fitted by \`node bench/draft/fit.ts\` on requests that are not held out; not written by hand. */`,
      `export const ${name}Weights: Readonly<Record<string, number>> = {`,
      ...Object.entries(weights).map(([feature, weight]) => `  ${feature}: ${Number(weight.toFixed(2))},`),
      '}',
      '',
    ].join('\n'),
  )
  process.stdout.write(`${name}: ${samples.length} samples, ${samples.filter(({ isTrue }) => isTrue).length} true\n`)
}

main()
