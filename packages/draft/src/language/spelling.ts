/** Whether one word is the other with two letters swapped, or with one letter left out or doubled. Both in small letters. */
export const areNearlySpelled = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) > 4 && isOneSlip(one, other)

/** The same of words of any length. */
export const isOneSlip = (one: string, other: string): boolean => {
  if (one === other || one[0] !== other[0] || Math.abs(one.length - other.length) > 1) return false
  if (one.length === other.length) return isSwapped(one, other)
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const place = firstDifference(short, long)
  return place < short.length && short.slice(place) === long.slice(place + 1)
}

const isSwapped = (one: string, other: string): boolean => {
  const at = firstDifference(one, other)
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
}

/** Asked of each two names of a text, so without a copy of either. */
const firstDifference = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
