/** A line of a text as it was, as it is, or in both. */
interface Line {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

const contextLines = 3
/** Above this many cells the table of the longest common lines is not made, and the middle is shown whole. */
const cellsMax = 4_000_000

/** Two texts of one file as a unified diff with three lines around each change; empty where they are the same. */
export const unifiedDiff = (file: string, before: string, after: string): readonly string[] => {
  if (before === after) return []
  const lines = comparedLines(linesOf(before), linesOf(after))
  const hunks = hunksOf(lines)
  return [
    before === '' ? '--- /dev/null' : `--- a/${file}`,
    after === '' ? '+++ /dev/null' : `+++ b/${file}`,
    ...hunks.flatMap(([from, to]) => hunkText(lines, from, to)),
  ]
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** Equal lines at both ends stay; between them the longest common subsequence does. */
const comparedLines = (before: readonly string[], after: readonly string[]): readonly Line[] => {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return [
    ...before.slice(0, start).map((text): Line => ({ sign: ' ', text })),
    ...commonLines(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map((text): Line => ({ sign: ' ', text })),
  ]
}

const commonLines = (before: readonly string[], after: readonly string[]): readonly Line[] => {
  const gone = (texts: readonly string[]) => texts.map((text): Line => ({ sign: '-', text }))
  const come = (texts: readonly string[]) => texts.map((text): Line => ({ sign: '+', text }))
  if (before.length * after.length > cellsMax) return [...gone(before), ...come(after)]
  const lengths = commonLengths(before, after)
  const lines: Line[] = []
  let [at, to] = [0, 0]
  while (at < before.length && to < after.length) {
    const text = before[at] ?? ''
    if (text === after[to]) {
      lines.push({ sign: ' ', text })
      at++
      to++
    } else if ((lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0)) lines.push(...gone([before[at++] ?? '']))
    else lines.push(...come([after[to++] ?? '']))
  }
  return [...lines, ...gone(before.slice(at)), ...come(after.slice(to))]
}

/** How many lines the rests of both texts have in common, from each pair of places on. */
const commonLengths = (before: readonly string[], after: readonly string[]): readonly Uint32Array[] => {
  const table = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  for (let at = before.length - 1; at >= 0; at--)
    for (let to = after.length - 1; to >= 0; to--) {
      const row = table[at] as Uint32Array
      const below = table[at + 1] as Uint32Array
      row[to] = before[at] === after[to] ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[to + 1] ?? 0)
    }
  return table
}

/** Ranges of lines to show: changes with what is around them, joined where those meet. */
const hunksOf = (lines: readonly Line[]): readonly (readonly [number, number])[] => {
  const hunks: [number, number][] = []
  for (const [at, { sign }] of lines.entries()) {
    if (sign === ' ') continue
    const last = hunks.at(-1)
    const [from, to] = [Math.max(0, at - contextLines), Math.min(lines.length, at + contextLines + 1)]
    if (last && from <= last[1]) last[1] = to
    else hunks.push([from, to])
  }
  return hunks
}

const hunkText = (lines: readonly Line[], from: number, to: number): readonly string[] => {
  const count = (part: readonly Line[], other: string) => part.filter(({ sign }) => sign !== other).length
  const shown = lines.slice(from, to)
  const range = (other: string) => {
    const length = count(shown, other)
    const start = count(lines.slice(0, from), other) + (length > 0 ? 1 : 0)
    return `${start},${length}`
  }
  return [`@@ -${range('+')} +${range('-')} @@`, ...shown.map(({ sign, text }) => `${sign}${text}`)]
}
