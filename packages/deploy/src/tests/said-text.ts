/**
 * What something that nobody trusts said, as a row holds it and a terminal shows it: at most so many code points, whole characters, and of
 * those that control something tabs and ends of lines alone.
 */
export const saidText = (said: string, lengthMax: number): string =>
  // A code point is two units at most: what lies behind is not looked at.
  [
    ...said
      .replace(controls, '')
      .slice(0, 2 * lengthMax)
      .toWellFormed(),
  ]
    .slice(0, lengthMax)
    .join('')

/** Unicode's category Cc, but for tab and line feed. */
const controls = /(?![\t\n])\p{Cc}/gu
