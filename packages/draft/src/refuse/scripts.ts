/** Scripts that no English is written in. */
export interface Script {
  /** As the refusal names it. */
  readonly name: string
  readonly letters: RegExp
  /** The language, where letters tell it: the first that fits. */
  readonly marks?: readonly (readonly [language: string, letters: RegExp])[]
}

export const scripts: readonly Script[] = [
  {
    name: 'Chinese',
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    marks: [['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u]],
  },
  { name: 'Korean', letters: /\p{Script=Hangul}/gu },
  {
    name: 'a language in Cyrillic letters',
    letters: /\p{Script=Cyrillic}/gu,
    marks: [
      ['Ukrainian', /[іїєґ]/iu],
      ['Russian', /[ыэё]/iu],
      ['Serbian', /[ђјљњћџ]/iu],
      ['Bulgarian', /ъ|(?:^|\s)(?:със|към|ще|имам|искам|трябва|нужда|са|е)(?=\s)/iu],
    ],
  },
  { name: 'Greek', letters: /\p{Script=Greek}/gu },
  {
    name: 'Arabic',
    letters: /\p{Script=Arabic}/gu,
    marks: [
      ['Urdu', /[ٹڈڑےں]/u],
      ['Persian', /[پچژگکی]/u],
    ],
  },
  { name: 'Hebrew', letters: /\p{Script=Hebrew}/gu },
  { name: 'Hindi', letters: /\p{Script=Devanagari}/gu },
  { name: 'Bengali', letters: /\p{Script=Bengali}/gu },
  { name: 'Punjabi', letters: /\p{Script=Gurmukhi}/gu },
  { name: 'Gujarati', letters: /\p{Script=Gujarati}/gu },
  { name: 'Tamil', letters: /\p{Script=Tamil}/gu },
  { name: 'Telugu', letters: /\p{Script=Telugu}/gu },
  { name: 'Kannada', letters: /\p{Script=Kannada}/gu },
  { name: 'Malayalam', letters: /\p{Script=Malayalam}/gu },
  { name: 'Sinhala', letters: /\p{Script=Sinhala}/gu },
  { name: 'Thai', letters: /\p{Script=Thai}/gu },
  { name: 'Khmer', letters: /\p{Script=Khmer}/gu },
  { name: 'Burmese', letters: /\p{Script=Myanmar}/gu },
  { name: 'Georgian', letters: /\p{Script=Georgian}/gu },
  { name: 'Armenian', letters: /\p{Script=Armenian}/gu },
  { name: 'Amharic', letters: /\p{Script=Ethiopic}/gu },
]
