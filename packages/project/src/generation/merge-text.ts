import { diff3Merge, diffIndices } from 'node-diff3'

/** A text as it was generated last, as a person left it, and as it is generated now. */
export interface ThreeTexts {
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

export interface Merged {
  readonly text: string
  /** Lines, from 1, at which both sides changed the same. */
  readonly conflicts: readonly number[]
}

/** What stands where both sides changed the same lines: both between markers, or what is generated now. */
export type OnConflict = 'mark' | 'theirs'

const markers = { mine: '<<<<<<< yours', middle: '=======', theirs: '>>>>>>> charter' }

/**
 * Merges by lines (diff3: Khanna, Kunal, Pierce, "A Formal Investigation of Diff3", 2007). Changes of neighbouring lines are no
 * conflict, nor are imports or list members that both sides add at one place.
 */
export const mergeText = ({ base, mine, theirs }: ThreeTexts, onConflict: OnConflict = 'mark'): Merged => {
  const lines: string[] = []
  const conflicts: number[] = []
  for (const region of diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs))) {
    if (!region.conflict) {
      lines.push(...(region.ok ?? []))
      continue
    }
    const { a, o, b } = region.conflict
    const resolved = both(o, a, b)
    if (!resolved) conflicts.push(lines.length + 1)
    lines.push(...(resolved ?? (onConflict === 'theirs' ? b : marked(a, b))))
  }
  return { text: lines.join('\n'), conflicts }
}

const marked = (mine: readonly string[], theirs: readonly string[]): readonly string[] => [
  markers.mine,
  ...mine,
  markers.middle,
  ...theirs,
  markers.theirs,
]

/** Lines, from 1, at which a conflict that is not resolved begins. */
export const conflictsIn = (text: string): readonly number[] =>
  linesOf(text).flatMap((line, at) => (line === markers.mine || line === markers.theirs ? [at + 1] : []))

const linesOf = (text: string): string[] => text.split('\n')

interface Change {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  readonly isMine: boolean
}

/** A region with the changes of both sides, where none of them is of the same lines; null where one is. */
const both = (base: string[], mine: string[], theirs: string[]): readonly string[] | null => {
  const changes = [...changesOf(base, mine, true), ...changesOf(base, theirs, false)].sort(
    (a, b) => a.from - b.from || a.to - b.to || Number(b.isMine) - Number(a.isMine),
  )
  const lines: string[] = []
  let at = 0
  let last: Change | null = null
  for (const change of changes) {
    if (last && change.from < at) return null
    if (last && isInsertion(last) && isInsertion(change) && last.from === change.from && !areMembers(last, change))
      return null
    lines.push(...base.slice(at, change.from), ...change.lines)
    at = change.to
    last = change
  }
  return [...lines, ...base.slice(at)]
}

const changesOf = (base: string[], changed: string[], isMine: boolean): readonly Change[] =>
  diffIndices(base, changed).map(({ buffer1: [from, length], buffer2Content }) => ({
    from,
    to: from + length,
    lines: buffer2Content,
    isMine,
  }))

const isInsertion = ({ from, to }: Change): boolean => from === to

/** Whole lines whose order among each other says nothing. */
const areMembers = (...changes: readonly Change[]): boolean =>
  changes.every(({ lines }) => lines.every((line) => /^import .* from '[^']*'$|^\s*$/.test(line))) ||
  changes.every(({ lines }) => lines.every((line) => /^\s+[^(){}[\]]*,$/.test(line)))
