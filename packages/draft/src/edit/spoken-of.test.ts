import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { editCharter } from './edit-charter.ts'
import { shop } from './testing/charters.ts'

const edit = (words: string, text = shop) => {
  const { files, ...rest } = editCharter(words, { 'charter.yaml': text })
  const { charter } = parseCharter(files)
  return { ...rest, after: files['charter.yaml'] ?? '', entities: charter?.entities ?? [] }
}

const shopRights = edit('page size 50').entities.map(({ allow }) =>
  allow.map(({ role, do: actions }) => [role, actions]),
)

describe('"it" is what was spoken of last', () => {
  test('a field that was just added: who may see it is no right to its whole row', () => {
    const { after, entities, notUnderstood } = edit('add a phone number to clients; only managers may see it')
    expect(notUnderstood).toEqual([])
    expect(after).toContain('phone: { type: text, format: phone, class: pii, optional: true, reveal: phone }')
    expect(after).toContain('manager: { do: [create, read, update, delete, list], reveal: [phone] }')
    expect(entities.map(({ allow }) => allow.map(({ role, do: actions }) => [role, actions]))).toEqual(shopRights)
  })

  test.each([
    ['add a colour to invoices and make it required', 'colour: { type: text, length: 1..200 }'],
    [
      'add a colour to invoices; rename it to shade',
      'shade: { type: text, length: 1..200, optional: true, was: colour }',
    ],
    ['treat notes as PII; it is required', 'notes: { type: text, length: ..4000, class: pii } # free'],
    ['make the order status required; it can also be lost', 'values: [draft, sent, paid, lost]'],
    ['merge the email and the tax number into contact; encrypt it', 'protect: encrypt'],
  ])('%s', (words, line) => {
    const { after, notUnderstood } = edit(words)
    expect(notUnderstood).toEqual([])
    expect(after).toContain(line)
  })

  test('of a field that was added nothing is left when it is removed again', () => {
    expect(edit('add a colour to invoices; remove it').after).toBe(shop)
  })

  test('an entity that was spoken of by itself', () => {
    const { after } = edit('call invoices bills; only managers may delete it')
    expect(after).toContain('Bill:')
    expect(edit('add rooms with a code; remove it').entities.map(({ name }) => name)).not.toContain('Room')
  })
})

describe('what it could mean beside that is asked', () => {
  test.each([
    ['add a phone number to clients; only managers may see them', ['Client.phone', 'Client']],
    [
      'add a phone number and a fax number to clients; only managers may see it',
      ['Client.phone', 'Client.faxNumber', 'Client'],
    ],
    [
      'add a phone number and a fax number to clients; only managers may see them',
      ['Client.phone and Client.faxNumber', 'Client'],
    ],
    [
      'split name into first name and last name; only managers may see it',
      ['Client.firstName', 'Client.lastName', 'Client'],
    ],
    ['an order can have several invoices; only managers may see them', ['Invoice', 'Order']],
  ])('%s', (words, names) => {
    const { questions, entities } = edit(words)
    const asked = questions.find(({ replaces }) => replaces !== undefined)
    expect(asked?.choices).toEqual(names.map((name) => `only managers may see ${name}`))
    expect(entities.map(({ allow }) => allow.map(({ role, do: actions }) => [role, actions]))).toEqual(shopRights)
    for (const choice of asked?.choices ?? []) expect(edit(choice, edit(words).after).notUnderstood).toEqual([])
  })

  test.each([
    'add a phone number to clients; frobnicate the suppliers; only managers may see it',
    'remove the notes; only managers may see it',
    'add a role nurse; they may read orders',
  ])('and what cannot be told is said: %s', (words) => {
    const { notUnderstood, entities } = edit(words)
    expect(notUnderstood.map(({ text }) => text)).toContain(words.split('; ').at(-1))
    expect(entities.map(({ allow }) => allow.map(({ role, do: actions }) => [role, actions]))).toEqual(shopRights)
  })
})
