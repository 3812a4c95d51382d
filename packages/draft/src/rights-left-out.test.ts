import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

/** What a role may do, as `Recipe: read list`, with the condition behind it; and whether the entity is asked about. */
const drafted = (words: string, role: string) => {
  const { document, questions } = draftCharter(words)
  const { charter } = parseCharter({ 'charter.yaml': document })
  const lines = charter?.entities.flatMap(({ name, allow }) =>
    allow
      .filter((line) => line.role === role)
      .map(({ do: actions, when }) => `${name}: ${actions.join(' ')}${when === undefined ? '' : ` when ${when}`}`),
  )
  const isAsked = (about: string): boolean =>
    questions.some((each) => each.about === about && /No rule was made of it/.test(each.sentence))
  return { lines: lines ?? [], isAsked }
}

describe('words that may limit a right: it is left out and asked about', () => {
  test.each([
    ['guests read published recipes only.', 'guest'],
    ['Guests may read approved recipes.', 'guest'],
    ['Guests see red recipes.', 'guest'],
    ['Guests see draft recipes and VIP recipes.', 'guest'],
    ['Guests see recipes marked public.', 'guest'],
    ['Guests see the recipes they have been shown.', 'guest'],
    ["Guests see today's recipes.", 'guest'],
    ["Guests see their children's recipes.", 'guest'],
    ['Guests can only list public recipes.', 'guest'],
    ['Public recipes can be seen by guests.', 'guest'],
    ['Editors approve recipes, and guests see approved recipes.', 'guest'],
    ['Guests see only the title of recipes.', 'guest'],
    ['Guests may only see the address of recipes.', 'guest'],
    ['Guests see the titles of recipes.', 'guest'],
    ['Guests see titles and covers of recipes.', 'guest'],
    ['Guests see some recipes.', 'guest'],
    ['Guests see the next recipe.', 'guest'],
    ['Guests see recipes that nobody else has claimed.', 'guest'],
    ['Guests see recipes at most one week after they were written.', 'guest'],
    ['Guests reserve recipes for a period.', 'guest'],
    ['Guests may cancel recipes until one day before the start.', 'guest'],
    ['Guests may cancel recipes up to two days ahead.', 'guest'],
    ['Only guests may cancel recipes made by others.', 'guest'],
    ["Guests delete somebody else's recipes.", 'guest'],
  ])('%s', (words, role) => {
    const { lines, isAsked } = drafted(`A recipe has a title and a text. Cooks manage recipes. ${words}`, role)
    expect(lines).toEqual([])
    expect(isAsked('Recipe')).toBe(true)
  })

  test('the same in a sentence that goes on, with no other role losing anything', () => {
    const { lines, isAsked } = drafted(
      'Cooks write recipes; guests read published recipes only. A recipe has a title.',
      'guest',
    )
    expect([lines, isAsked('Recipe')]).toEqual([[], true])
    const cook = drafted('A ticket has a subject. Cooks manage tickets. Guests can only list public tickets.', 'cook')
    expect(cook.lines).toEqual(['Ticket: create read update delete list'])
  })

  test('a time that is said once holds wherever else the right is said', () => {
    const words = 'A booking has a date. Clerks manage bookings. Members cancel bookings.'
    expect(drafted(`${words} Members cancel bookings until noon.`, 'member').lines).toEqual([])
  })

  test('whose rows they are is no rule alone where a time is said beside it', () => {
    const words =
      'A booking has a date and belongs to one member. A member has a name. Clerks manage bookings and members.'
    expect(
      drafted(`${words} Members update their own bookings until one day before the start.`, 'member').lines,
    ).toEqual([])
  })
})

describe('a right is to what its words name', () => {
  test.each([
    [
      'Patients have a name and a diagnosis. Nurses see patients but not the diagnosis. Doctors manage patients. Visitors see only the name of patients.',
      'visitor',
    ],
    ['Patients have a name and a diagnosis. Doctors manage patients. Porters see just the name of patients.', 'porter'],
  ])('%s', (words, role) => {
    expect(drafted(words, role).lines).toEqual([])
  })

  test('nothing beside the pets that are their own', () => {
    const words =
      'We run a veterinary practice. Owners bring their pets. Each pet has a name, a species (dog, cat, rabbit or bird) and a birth date. Vets see pets in visits; a visit has a date, a reason and a price. A visit may have several prescriptions, each with a medicine and a dose. Owners have a name and an email. Receptionists may create and change pets, owners and visits. Vets may create visits and prescriptions. Owners may see only their own pets.'
    const { lines } = drafted(words, 'owner')
    expect(lines.filter((line) => /read|list/.test(line) && !line.includes(' when '))).toEqual([])
  })
})

describe('who has a rank among others', () => {
  test.each(['Head', 'Senior', 'District'])('%s nurses alone do what is said of them', (rank) => {
    const words = `A request has a reason. A shift has a start. Nurses see shifts. Nurses create requests. Nurses create shifts. Planners manage requests. ${rank} nurses may reject requests.`
    const nurse = drafted(words, 'nurse').lines.join()
    expect(nurse).toContain('Request: create')
    expect(nurse).not.toContain('reject')
    expect(drafted(words, `${rank.toLowerCase()}-nurse`).lines.join()).toContain('rejectRequest')
  })
})
