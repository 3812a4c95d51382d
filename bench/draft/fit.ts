import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { weighedIn } from '../../packages/draft/src/analyse/weighed.ts'
import { normalised } from './names.ts'
import { isHeldOut, readRequests } from './requests.ts'

// Fits the weights of the evidence for a noun's being an entity, by logistic regression, on the requests that are not held
// out: `node bench/draft/fit.ts [folder …]`. The same requests give the same weights.

interface Sample {
  readonly features: readonly number[]
  readonly isEntity: boolean
}

const folders = [fileURLToPath(new URL('requests', import.meta.url)), ...process.argv.slice(2)]
const target = fileURLToPath(new URL('../../packages/draft/src/analyse/evidence-weights.ts', import.meta.url))

/** A missed entity costs as much as two that are none: people strike out faster than they think of. */
const positiveWeight = 2
const steps = 1500
const rate = 0.05
const ridge = 0.0008

const main = (): void => {
  const texts = folders.flatMap((folder) => readRequests(folder).filter((_, at) => !isHeldOut(at)))
  let names: readonly string[] = []
  const samples = texts.flatMap(({ words, reference }): readonly Sample[] =>
    weighedIn(words).flatMap(({ name, aliases, features }) => {
      names = Object.keys(features)
      const own = new Set([name, ...aliases].map(normalised))
      const known = reference.entities.find((each) =>
        [each.name, ...(each.aliases ?? [])].some((other) => own.has(normalised(other))),
      )
      return known?.quoted === false ? [] : [{ features: Object.values(features), isEntity: known !== undefined }]
    }),
  )
  const weights = fitted(samples, names)
  writeFileSync(target, printed(names, weights))
  process.stdout.write(`${samples.length} nouns of ${texts.length} texts: ${target}\n`)
}

/** Gradient descent with momentum (Adam; Kingma and Ba 2014). */
const fitted = (samples: readonly Sample[], names: readonly string[]): readonly number[] => {
  const weights = names.map(() => 0)
  const mean = names.map(() => 0)
  const square = names.map(() => 0)
  for (let step = 1; step <= steps; step++) {
    const slopes = slopesOf(samples, weights, names)
    for (const [at, slope] of slopes.entries()) {
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
      const [first, second] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (square[at] ?? 0) / (1 - 0.999 ** step)]
      weights[at] = (weights[at] ?? 0) - (rate * first) / (Math.sqrt(second) + 1e-8)
    }
  }
  return weights
}

const slopesOf = (
  samples: readonly Sample[],
  weights: readonly number[],
  names: readonly string[],
): readonly number[] => {
  const slopes = names.map(() => 0)
  let total = 0
  for (const { features, isEntity } of samples) {
    const cost = isEntity ? positiveWeight : 1
    const sum = features.reduce((whole, value, at) => whole + value * (weights[at] ?? 0), 0)
    const error = (1 / (1 + Math.exp(-sum)) - (isEntity ? 1 : 0)) * cost
    total += cost
    for (const [at, value] of features.entries()) slopes[at] = (slopes[at] ?? 0) + error * value
  }
  return slopes.map((slope, at) => slope / total + (names[at] === 'one' ? 0 : ridge) * (weights[at] ?? 0))
}

const printed = (names: readonly string[], weights: readonly number[]): string =>
  [
    '/** What each piece of evidence weighs. Fitted by `node bench/draft/fit.ts` on requests that are not held out; not written by hand. */',
    'export const evidenceWeights: Readonly<Record<string, number>> = {',
    ...names.map((name, at) => `  ${name}: ${(weights[at] ?? 0).toFixed(2)},`),
    '}',
    '',
  ].join('\n')

main()
