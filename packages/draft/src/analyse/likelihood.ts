/** From 0 to 1: how likely something with these features is, by weights of a logistic regression. */
export const likelihoodOf = (
  features: Readonly<Record<string, number>>,
  weights: Readonly<Record<string, number>>,
): number => {
  let sum = 0
  for (const [name, value] of Object.entries(features)) sum += value * (weights[name] ?? 0)
  return 1 / (1 + Math.exp(-sum))
}
