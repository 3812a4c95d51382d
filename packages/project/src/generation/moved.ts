/** Below this many lines, files are like each other by chance. */
const linesLeast = 5
const likenessLeast = 0.6

/** Finds where a person moved a file to: among files that nothing generated, the one with the same lines, or most of them. */
export const movedTo = (base: string, strangers: ReadonlyMap<string, string>, path: string): string | null => {
  const ending = endingOf(path)
  let [best, bestLikeness] = [null as string | null, likenessLeast]
  for (const [candidate, text] of strangers) {
    if (endingOf(candidate) !== ending) continue
    if (text === base) return candidate
    const likeness = likenessOf(base, text)
    if (likeness > bestLikeness) [best, bestLikeness] = [candidate, likeness]
  }
  return best
}

const endingOf = (path: string): string => /[^/.]*(\.[^/]*)$/.exec(path)?.[1] ?? ''

/** From 0 to 1: lines that both have, of those that the longer has. */
const likenessOf = (one: string, other: string): number => {
  const [left, right] = [linesOf(one), linesOf(other)]
  if (left.length < linesLeast || right.length < linesLeast) return 0
  const counts = new Map<string, number>()
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1)
  let common = 0
  for (const line of right) {
    const count = counts.get(line) ?? 0
    if (count > 0) {
      common++
      counts.set(line, count - 1)
    }
  }
  return common / Math.max(left.length, right.length)
}

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim().length > 1)
