/** A case that a decision is fitted to: what was seen of it, by name. */
export interface Seen {
  /** The text that it is of: what is tried on a text is not fitted to it. */
  readonly id: string
  readonly features: Readonly<Record<string, number>>
  readonly isTrue: boolean
}

const [steps, rate, ridge] = [300, 0.1, 0.0005]
/** A feature that was hardly ever seen tells nothing. */
const leastSeen = 3

/** Weights of a logistic regression over features of which each case has few (Adam; Kingma and Ba 2014), `bias` being the constant. */
export const fittedSparse = (cases: readonly Seen[]): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>()
  for (const { features } of cases)
    for (const name of Object.keys(features)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts].filter(([, count]) => count >= leastSeen).map(([name]) => name)
  const places = new Map(names.map((name, at) => [name, at]))
  const rows = cases.map(({ features, isTrue }) => ({
    isTrue,
    values: Object.entries(features).flatMap(([name, value]) => {
      const at = places.get(name)
      return at === undefined ? [] : [[at, value] as const]
    }),
  }))
  const [weights, mean, square] = [
    new Float64Array(names.length),
    new Float64Array(names.length),
    new Float64Array(names.length),
  ]
  for (let step = 1; step <= steps; step++) {
    const slopes = new Float64Array(names.length)
    for (const { values, isTrue } of rows) {
      const sum = values.reduce((whole, [at, value]) => whole + (weights[at] ?? 0) * value, 0)
      const error = (1 / (1 + Math.exp(-sum)) - (isTrue ? 1 : 0)) / rows.length
      for (const [at, value] of values) slopes[at] = (slopes[at] ?? 0) + error * value
    }
    for (let at = 0; at < names.length; at++) {
      const slope = (slopes[at] ?? 0) + (names[at] === 'bias' ? 0 : ridge * (weights[at] ?? 0))
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope
      const [first, second] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (square[at] ?? 0) / (1 - 0.999 ** step)]
      weights[at] = (weights[at] ?? 0) - (rate * first) / (Math.sqrt(second) + 1e-8)
    }
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0]))
}
