/** How many characters a mask that keeps the last `keep` shows of so many: at most half, so that none shows a short value whole. */
export const shownOf = (length: number, keep: number): number => Math.min(keep, Math.floor(length / 2))

/** A text of which the last `keep` code points, and at most half of all, are shown; the others are `*`. */
export const maskedText = (value: string, keep: number): string => {
  const points = [...value]
  const shown = shownOf(points.length, keep)
  return '*'.repeat(points.length - shown) + points.slice(points.length - shown).join('')
}
