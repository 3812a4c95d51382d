/** As people read durations: hundredths of a millisecond below ten, else tenths. Clocks and bounds say no more. */
export const roundedMs = (ms: number): number => {
  const of = ms < 10 ? 100 : 10
  return Math.round(ms * of) / of
}
