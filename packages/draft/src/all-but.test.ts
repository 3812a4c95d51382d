import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

const things = 'An invoice has a number. A payment has an amount.'

const rightsIn = (words: string, role: string) => {
  const { charter } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  return Object.fromEntries(
    (charter?.entities ?? []).map(({ name, allow }) => [
      name,
      allow.filter((each) => each.role === role).flatMap((each) => each.do),
    ]),
  )
}

const all = ['create', 'read', 'update', 'delete', 'list', 'audit']
const without = (...gone: string[]) => all.filter((each) => !gone.includes(each))

test.each([
  ['Managers can do everything but delete invoices.', { Invoice: without('delete'), Payment: all }],
  [
    'A manager may do anything except delete or update invoices.',
    { Invoice: without('delete', 'update'), Payment: all },
  ],
  [
    'Managers can do everything except deleting invoices or payments.',
    { Invoice: without('delete'), Payment: without('delete') },
  ],
  [
    'The manager can do everything other than delete invoices and change payments.',
    { Invoice: without('delete'), Payment: without('update') },
  ],
  ['Managers can do everything but may not delete invoices.', { Invoice: without('delete'), Payment: all }],
  ['Managers can do everything but delete.', { Invoice: without('delete'), Payment: without('delete') }],
])('%s', (words, rights) => {
  expect(rightsIn(`${things} ${words}`, 'manager')).toMatchObject(rights)
})

test.each([
  '- Clerks may see payments.\n- The manager may do everything except delete invoices.\n- Clerks may see invoices.',
  'The clerk manages payments, and the manager may do everything except delete\ninvoices. Clerks see invoices.',
  'The manager may do everything except delete invoices, and a clerk may see payments.',
  '1. A manager does everything except delete invoices.\n2. Clerks may see payments.',
])('in a list, over two lines and beside somebody else: %s', (words) => {
  expect(rightsIn(`${things}\n\n${words}`, 'manager')).toMatchObject({ Invoice: without('delete'), Payment: all })
  expect(rightsIn(`${things}\n\n${words}`, 'clerk').Payment).toEqual(expect.arrayContaining(['read', 'list']))
})

test('an exception of which a part is not understood grants nothing', () => {
  const { Payment } = rightsIn(`${things} Clerks may see everything except invoices and the flux.`, 'clerk')
  expect(Payment).toEqual([])
})

test('an exception in a short idea holds as well', () => {
  const { Invoice } = rightsIn('Managers can do everything but delete invoices. Clerks can create invoices.', 'manager')
  expect(Invoice).toEqual(without('delete'))
})

test('what is not to be seen is not', () => {
  const words = `${things} Admins can do everything. Clerks can see everything but payments.`
  expect(rightsIn(words, 'clerk')).toEqual({ Invoice: ['read', 'list'], Payment: [] })
})

test('what is denied is not assumed either', () => {
  expect(rightsIn(`${things} Managers can do everything. Managers may not delete invoices.`, 'manager')).toMatchObject({
    Invoice: without('delete'),
  })
  expect(rightsIn(`${things} Nobody may delete invoices.`, 'staff')).toMatchObject({
    Invoice: without('delete'),
    Payment: all,
  })
})

test('an exception that is not understood grants nothing, and what follows about somebody else is none', () => {
  const words = `${things} Clerks can do everything but juggle flaming torches.`
  expect(rightsIn(words, 'clerk')).toEqual({ Invoice: [], Payment: [] })
  expect(
    draftCharter(words)
      .questions.map(({ sentence }) => sentence)
      .join(),
  ).toContain('What may a clerk do?')
  expect(rightsIn(`${things} Clerks can see everything but managers can delete invoices.`, 'clerk')).toMatchObject({
    Payment: ['read', 'list'],
  })
})

test('with what is not to be seen nothing else is done', () => {
  expect(rightsIn(`${things} Clerks can do everything except see invoices.`, 'clerk')).toEqual({
    Invoice: [],
    Payment: all,
  })
})
