/** How long to wait after so many tries in vain: from a second on, twice as long each time, to five minutes, with some of it left to chance. */
export const backoffMs = (times: number): number =>
  Math.round(Math.min(300_000, 1000 * 2 ** Math.max(0, times - 1)) * (0.75 + Math.random() / 2))
