import { expect, test } from 'vitest'
import { steadyText } from './steady-text.ts'

const steady = (text: string): string => steadyText(text, { known: new Set(), fromMs: 0, untilMs: 0 })

test('what is another one each time is told alike, whether or not there is a digit in it', () => {
  for (const token of ['tok_rbvItTWwqYffsPnxWWCUaPeHvAfIepie', 'tok_9bvItTWwqYffsPnxWWCUaPeHvAfIepie'])
    expect(steady(`"${token}"`)).toBe('"tok_…"')
  expect(steady('"aVeryLongNameOfSomethingThatIsNoToken"')).toBe('"aVeryLongNameOfSomethingThatIsNoToken"')
})
