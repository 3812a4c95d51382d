export interface Sample {
  readonly features: Readonly<Record<string, number>>
  readonly isTrue: boolean
}

const steps = 1500
const rate = 0.05
const ridge = 0.0009

/** Weights of a logistic regression by gradient descent with momentum (Adam; Kingma and Ba 2014), `one` being the constant. */
export const fitted = (samples: readonly Sample[], trueWeight: number): Readonly<Record<string, number>> => {
  const names = Object.keys(samples[0]?.features ?? {})
  const rows = samples.map(({ features, isTrue }) => ({ values: names.map((name) => features[name] ?? 0), isTrue }))
  const weights = names.map(() => 0)
  const mean = names.map(() => 0)
  const square = names.map(() => 0)
  for (let step = 1; step <= steps; step++)
    for (const [at, slope] of slopesOf(rows, weights, names, trueWeight).entries()) {
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
      const [first, second] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (square[at] ?? 0) / (1 - 0.999 ** step)]
      weights[at] = (weights[at] ?? 0) - (rate * first) / (Math.sqrt(second) + 1e-8)
    }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0]))
}

interface Row {
  readonly values: readonly number[]
  readonly isTrue: boolean
}

const slopesOf = (
  rows: readonly Row[],
  weights: readonly number[],
  names: readonly string[],
  trueWeight: number,
): readonly number[] => {
  const slopes = names.map(() => 0)
  let total = 0
  for (const { values, isTrue } of rows) {
    const cost = isTrue ? trueWeight : 1
    const sum = values.reduce((whole, value, at) => whole + value * (weights[at] ?? 0), 0)
    const error = (1 / (1 + Math.exp(-sum)) - (isTrue ? 1 : 0)) * cost
    total += cost
    for (const [at, value] of values.entries()) slopes[at] = (slopes[at] ?? 0) + error * value
  }
  return slopes.map((slope, at) => slope / total + (names[at] === 'one' ? 0 : ridge) * (weights[at] ?? 0))
}
