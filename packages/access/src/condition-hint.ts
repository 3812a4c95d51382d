/** Rules are decided the same in every database and language, which decimals are not. */
export const noDecimals =
  'A rule compares text, whole numbers and truth, and no decimals: keep what it asks for in a field of whole numbers (cents, grams), or of true and false.'

/** What to write where a condition is not Cedar because another language says it so; undefined where none is recognised. */
export const conditionHint = (text: string): string | undefined => {
  // What stands in double quotes is somebody's text.
  const plain = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
  return habits.find(([habit]) => habit.test(plain))?.[1]
}

const habits: readonly (readonly [RegExp, string])[] = [
  [/'/, 'Text stands in double quotes: `resource.ward == "north"`.'],
  [/\band\b/i, 'Write `&&` for and: `resource.ward == principal.ward && resource.isOpen`.'],
  [/\bor\b/i, 'Write `||` for or: `resource.isOpen || resource.ward == principal.ward`.'],
  [/\bnot\b/i, 'Write `!` for not: `!resource.isOpen`.'],
  [/<>/, 'Write `!=` for is not: `resource.state != "closed"`.'],
  [/===/, 'Write `==`, with two signs.'],
  [/(?<![=!<>])=(?!=)/, 'Write `==` for is: `resource.ward == principal.ward`.'],
  [
    /\bis (?:not )?null\b|\bnull\b/i,
    'Write `resource has room` where there must be a value, and `!(resource has room)` where there is none.',
  ],
  [/\d\.\d/, noDecimals],
]
