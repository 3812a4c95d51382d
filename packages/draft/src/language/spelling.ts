/** Whether one word is the other with two letters swapped, or with one letter left out or doubled. Both in small letters. */
export const areNearlySpelled = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) > 4 && isOneSlip(one, other)

/** The same of words of any length. */
export const isOneSlip = (one: string, other: string): boolean => {
  if (one === other || one[0] !== other[0] || Math.abs(one.length - other.length) > 1) return false
  if (one.length === other.length) return isSwapped(one, other)
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const at = [...short].findIndex((letter, index) => letter !== long[index])
  const place = at < 0 ? short.length : at
  return place < short.length && short.slice(place) === long.slice(place + 1)
}

const isSwapped = (one: string, other: string): boolean => {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
}
