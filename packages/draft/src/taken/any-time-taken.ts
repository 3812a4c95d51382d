import { type Taken, takenFrom } from './taken.ts'

const anyTime =
  /,? (?<!\bnot )\b(?:at (?:any|all) times?|any ?time|whenever (?:they|he or she) (?:like|likes|want|wants|wish|wishes)|24\/7)\b(?! (?:before|after|until|within|during|between))/gi

/** `At any time` limits nothing. */
export const anyTimesTaken = (words: string): readonly Taken[] =>
  [...words.matchAll(anyTime)].map(({ index, 0: text }) => ({
    ...takenFrom({ text, start: index }),
    from: index,
    end: index + text.length,
  }))
