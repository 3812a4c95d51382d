/**
 * The media type that a client takes first of those that it may be answered with (RFC 9110 section 12.5.1): by weight, then in the order
 * of `offered`. Null: it takes none of them.
 */
export const preferredType = (accept: string | undefined, offered: readonly string[]): string | null => {
  if (accept === undefined || accept.trim() === '') return offered[0] ?? null
  const ranges = accept.split(',').map(rangeIn)
  let best: { readonly type: string; readonly weight: number } | null = null
  for (const type of offered) {
    const weight = weightOf(type, ranges)
    if (weight > (best?.weight ?? 0)) best = { type, weight }
  }
  return best?.type ?? null
}

interface Range {
  readonly type: string
  readonly weight: number
}

const rangeIn = (item: string): Range => {
  const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const said = parameters
    .map((parameter) => /^q=([01](?:\.\d{0,3})?)$/.exec(parameter)?.[1])
    .find((each) => each !== undefined)
  return { type, weight: said === undefined ? 1 : Math.min(1, Number(said)) }
}

/** The most specific range decides. */
const weightOf = (type: string, ranges: readonly Range[]): number => {
  const all = `${type.split('/')[0]}/*`
  for (const wanted of [type, all, '*/*']) {
    const found = ranges.find((range) => range.type === wanted)
    if (found) return found.weight
  }
  return 0
}
