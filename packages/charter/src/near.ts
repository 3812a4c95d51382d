/**
 * The candidate a person most likely meant, or undefined when none is near: at most a third of its letters differ,
 * counting a swap of neighbours as one (optimal string alignment distance), whatever the case.
 */
export const nearest = (written: string, candidates: Iterable<string>): string | undefined => {
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of candidates) {
    const distance = alignmentDistance(written.toLowerCase(), name.toLowerCase())
    // Of two letters one is half the name.
    const isNear = distance <= (name.length < 3 ? 0 : Math.max(1, Math.floor(name.length / 3)))
    if (isNear && (best === undefined || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

/** `did you mean `x`?`, or undefined. */
export const didYouMean = (written: string, candidates: Iterable<string>): string | undefined => {
  const near = nearest(written, candidates)
  return near === undefined ? undefined : `Did you mean \`${near}\`?`
}

const nameLengthMax = 64

const alignmentDistance = (a: string, b: string): number => {
  if (a.length > nameLengthMax || b.length > nameLengthMax) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swap))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
