import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from '../draft.ts'

/** The fields of each entity that the words say. */
const fieldsIn = (words: string): Readonly<Record<string, readonly string[]>> => {
  const { document, lockProvenance } = draftCharter(words)
  const { charter } = parseCharter({ 'charter.yaml': document })
  return Object.fromEntries(
    (charter?.entities ?? []).map(({ name, fields }) => [
      name,
      fields
        .map((field) => field.name)
        .filter((field) => !/^id$|Id$/.test(field) && lockProvenance[`${name}.${field}`]?.assumed === undefined)
        .sort(),
    ]),
  )
}

test.each([
  [
    'A visit has a date and a reason. A visit may have several prescriptions, each with a medicine, a dose and a number of days. Vets manage visits and prescriptions.',
    { Visit: ['date', 'reason'], Prescription: ['dayCount', 'dose', 'medicine'] },
  ],
  [
    'A recipe has a title and many ingredients, each with an amount and a unit. Cooks manage recipes.',
    { Recipe: ['title'], Ingredient: ['amount', 'unit'] },
  ],
  [
    'A quiz has a title and several questions, each of which has a text and a score. Teachers manage quizzes and questions.',
    { Quiz: ['title'], Question: ['score', 'text'] },
  ],
  [
    'A tour has a name and many stops that each have a time and a place. Guides manage tours and stops.',
    { Tour: ['name'], Stop: ['place', 'time'] },
  ],
  [
    'A club has members, each with a name and an email. Clerks manage clubs and members.',
    { Club: [], Member: ['email', 'name'] },
  ],
])('what each of them has is theirs: %s', (words, fields) => {
  expect(fieldsIn(words)).toEqual(fields)
})

test.each(['Nurses', 'Drivers', 'Coaches'])(
  '%s have what a sentence of theirs lists, with values in brackets',
  (who) => {
    const words = `Every ward has a name, a short code of 3 letters and a number of beds. ${who} have a name, an email, a phone number and a qualification (junior, senior or head). Planners manage wards.`
    const { Ward, ...others } = fieldsIn(words)
    expect(Ward).toEqual(['bedCount', 'name', 'shortCode'])
    expect(Object.values(others)).toContainEqual(['email', 'name', 'phone', 'qualification'])
  },
)

test('a code of so many letters is as long', () => {
  const { document } = draftCharter(
    'A ward has a short code of 3 letters and a key code of 4 digits. Planners manage wards.',
  )
  expect(document).toContain('shortCode: { type: text, length: 3..3 }')
  expect(document).toMatch(/keyCode: \{ type: text, pattern: '\\d\{4\}' \}/)
})
