import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

/** Roles that see a field, and those that see its rows without it; `isOpen` where everybody who sees the rows sees it. */
const seersOf = (words: string, entity: string, field: string) => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const found = charter?.entities.find(({ name }) => name === entity)
  const reveal = found?.fields.find(({ name }) => name === field)?.reveal
  const allow = (found?.allow ?? []).filter((line) => line.do.some((action) => /^(?:read|list)$/.test(action)))
  const sees = (line: (typeof allow)[number]) => reveal !== undefined && line.reveal.includes(reveal)
  const roles = (lines: typeof allow) => [...new Set(lines.map(({ role }) => role))].sort()
  return {
    isOpen: reveal === undefined,
    seeing: roles(allow.filter(sees)),
    blind: roles(allow.filter((line) => !sees(line))),
  }
}

const sheep = 'A sheep has a name and a microchip number. Shearers manage sheep. Vets may see sheep.'

describe('a field that is for some alone', () => {
  test.each([
    "A sheep's microchip number is visible to the vet only.",
    'The microchip number of a sheep can only be seen by the vet.',
    'The microchip number may be seen by vets only.',
    'Microchip numbers are shown only to vets.',
    'The microchip number is known to the vet alone.',
    'Only vets may see the microchip number.',
    'Only the vet sees the microchip number.',
    'Nobody but the vet may see the microchip number.',
    'The microchip number is hidden from everyone but the vet.',
  ])('%s', (said) => {
    expect(seersOf(`${sheep} ${said}`, 'Sheep', 'microchipNumber')).toEqual({
      isOpen: false,
      seeing: ['vet'],
      blind: ['shearer'],
    })
  })

  test('is one that only these words name, too, and who sees it sees its rows, which is asked about', () => {
    const words = "A sheep has a name. Shearers manage sheep. A sheep's microchip number is visible to the vet only."
    expect(seersOf(words, 'Sheep', 'microchipNumber')).toMatchObject({ seeing: ['vet'], blind: ['shearer'] })
    expect(draftCharter(words).questions.map(({ sentence }) => sentence)).toContain(
      'Beside the microchip number, may a vet see the rest of sheep? Assumed: yes, as a field is seen with its row.',
    )
  })

  test('is asked about where no field is read', () => {
    const words = 'A sheep has a name. Shearers manage sheep. The secret mark is visible to the vet only.'
    expect(draftCharter(words).questions.map(({ sentence }) => sentence)).toContain(
      '"The secret mark is visible to the vet only": which field is that? Nothing was kept from anybody by it.',
    )
  })
})

describe('a field that is kept from some', () => {
  test.each([
    'Vets may not see the microchip number.',
    'The microchip number is hidden from vets.',
    'Vets see sheep, but not the microchip number.',
    'Vets see everything but the microchip number.',
    'Vets may see everything except the microchip number.',
  ])('%s', (said) => {
    expect(seersOf(`${sheep} ${said}`, 'Sheep', 'microchipNumber')).toEqual({
      isOpen: false,
      seeing: ['shearer'],
      blind: ['vet'],
    })
  })

  test('leaves the rest to be seen, of every thing', () => {
    const words =
      'Beekeepers manage hives and queens. A hive has a location, a harvest price and a date. A queen has a colour. inspectors see everything but the harvest price'
    expect(seersOf(words, 'Hive', 'harvestPrice')).toMatchObject({ isOpen: false, blind: ['inspector'] })
    expect(seersOf(words, 'Queen', 'colour')).toMatchObject({ isOpen: true })
    const { charter } = parseCharter({ 'charter.yaml': draftCharter(words).document })
    for (const { allow } of charter?.entities ?? [])
      expect(allow.find(({ role }) => role === 'inspector')?.do).toEqual(['read', 'list'])
  })

  test('is seen by somebody, who is assumed where the words name nobody else', () => {
    const words = 'A sheep has a name and a tag number. Shearers manage sheep. The tag number is hidden from shearers.'
    expect(seersOf(words, 'Sheep', 'tagNumber')).toEqual({ isOpen: false, seeing: ['admin'], blind: ['shearer'] })
  })
})

describe('a denial', () => {
  const firm =
    'A firm has employees. An employee has a name and a salary. Managers manage employees. Staff can list employees.'
  const kept = { isOpen: false, seeing: ['manager'], blind: ['staff'] }

  test.each([
    ...['may', 'can', 'could', 'should', 'shall', 'must', 'will', 'would'].flatMap((modal) =>
      ['not', 'never', 'no longer'].map((no) => `Staff ${modal} ${no} see salaries.`),
    ),
    ...["can't", "won't", "shouldn't", "mustn't", "don't", "shan't", 'cannot', 'do not', 'never'].map(
      (no) => `Staff ${no} see salaries.`,
    ),
    "Staff aren't allowed to see salaries.",
    'Staff are never permitted to view salaries.',
    'Staff should not be able to see salaries.',
    'Staff have no access to salaries.',
    'Staff must not have access to salaries.',
    'Staff are forbidden to see salaries.',
    'Staff are strictly prohibited from seeing salaries.',
    'Staff have no right to see salaries.',
    'Not even staff may see salaries.',
    'Staff may not see salaries at all.',
    'Staff ought not to see salaries.',
    'Salaries must never be seen by staff.',
    'Salaries are not to be shown to staff.',
    'Only managers should be able to see salaries.',
    'Only managers are allowed to see salaries.',
  ])('hides: %s', (said) => {
    const words = `${firm} ${said}`
    expect(seersOf(words, 'Employee', 'salary')).toEqual(kept)
    expect(parseCharter({ 'charter.yaml': draftCharter(words).document }).charter?.access.roles).toEqual([
      'manager',
      'staff',
    ])
  })

  test.each([
    'Staff, never show them salaries.',
    'Salaries are nothing that staff should look at.',
    'Salaries stay private.',
    'It is only managers who can see salaries.',
    'No salary is to be visible to staff or to guests of staff.',
  ])('in no form that is read is asked about: %s', (said) => {
    expect(draftCharter(`${firm} ${said}`).questions.map(({ sentence }) => sentence)).toContain(
      `"${said.slice(0, -1)}": who may not see the salary of employees? No rule was made of it, and whoever sees employees sees it.`,
    )
  })

  test('of what the words before are about is read, where they are about one', () => {
    const words = `${firm} A salary is none of the staff's business, and staff do not get to see it.`
    expect(seersOf(words, 'Employee', 'salary')).toEqual(kept)
  })

  test('of what was spoken of before is asked about', () => {
    const asked = (said: string) => draftCharter(`${firm} ${said}`).questions.map(({ sentence }) => sentence)
    const question = (quote: string) =>
      `"${quote}": who may not see the salary of employees? No rule was made of it, and whoever sees employees sees it.`
    expect(asked('An employee has a salary. Staff must never see it.')).toContain(question('Staff must never see it'))
  })

  test('at the beginning grants nobody the opposite', () => {
    for (const said of ['Neither staff nor guests may see employees.', 'No guest may see employees.']) {
      const { charter } = parseCharter({ 'charter.yaml': draftCharter(`${firm} ${said}`).document })
      const allow = charter?.entities.find(({ name }) => name === 'Employee')?.allow ?? []
      const reading = allow.filter(({ role, do: actions }) => role === 'guest' || actions.includes('read'))
      expect(reading.map(({ role }) => role)).toEqual(['manager'])
    }
  })

  test.each([
    ['Only managers see employees.', 'what is the rule?'],
    ['Nobody but managers should get a look at employees.', 'who may not see employees?'],
  ])('of rows that others may see is asked about: %s', (said, question) => {
    expect(draftCharter(`${firm} ${said}`).questions.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringContaining(`"${said.slice(0, -1)}": ${question}`),
    )
  })

  test('that was read, or is none, asks nothing', () => {
    for (const said of ['Staff must never see salaries.', 'Staff may not delete employees.', 'Staff see names.'])
      expect(
        draftCharter(`${firm} ${said}`).questions.filter(({ sentence }) => sentence.includes('who may not see')),
      ).toEqual([])
  })
})

test('an exception of a field limits no rows', () => {
  const words =
    'A member has a name and an email. Managers manage members. Coaches can see members, apart from their email.'
  expect(seersOf(words, 'Member', 'email')).toEqual({ isOpen: false, seeing: ['manager'], blind: ['coach'] })
  const { charter } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  expect(charter?.entities[0]?.allow.find(({ role }) => role === 'coach')?.when).toBeUndefined()
})

test('what was called a secret door code is meant by the door code', () => {
  const { document } = draftCharter(
    'An owner has a name and a secret door code. Managers manage owners. Keepers read owners. Only managers may see the door code.',
  )
  const { charter } = parseCharter({ 'charter.yaml': document })
  const owner = charter?.entities.find(({ name }) => name === 'Owner')
  const reveal = owner?.fields.find(({ name }) => name === 'secretDoorCode')?.reveal
  expect(reveal).toBeDefined()
  const revealing = owner?.allow.filter((each) => each.reveal.includes(reveal ?? '')).map(({ role }) => role)
  expect(revealing).toEqual(['manager'])
})
