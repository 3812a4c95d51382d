import { expect, test } from 'vitest'
import { checkDrafted } from './testing/check-drafted.ts'

const hall =
  'A hall has a name. A banner belongs to a hall and has a text. Visitors read banners. The steward manages halls.'

test.each([
  "Only the hall's wardens may add, replace or delete banners.",
  "The hall's wardens create, change and delete banners.",
  'Each hall’s wardens may delete banners.',
])('those of a thing by its name before them get nothing for all things: %s', (said) => {
  const { document, rightsOf } = checkDrafted(`${hall} ${said}`)
  expect(document).not.toContain('hall-warden')
  expect(rightsOf('Banner', 'warden')?.join() ?? '').not.toMatch(/create|update|delete/)
})

test('what only they do is not assumed to be another’s', () => {
  const { rightsOf } = checkDrafted(`${hall} Only the hall's wardens may add, replace or delete banners.`)
  expect(rightsOf('Banner', 'admin')?.join() ?? '').not.toMatch(/create|delete/)
  expect(rightsOf('Hall', 'steward')?.join()).toContain('create')
})

test('whoever is given access to something makes none', () => {
  const { rightsOf } = checkDrafted(`${hall} A steward can give access to a banner to a printer.`)
  expect(rightsOf('Banner', 'printer')?.join() ?? '').toBe('')
})

test('the owner of a thing has nothing for all things', () => {
  const { rightsOf } = checkDrafted(`${hall} The owner of a hall can lend it to others, who may then change it.`)
  expect(rightsOf('Hall', 'owner')?.join() ?? '').toBe('')
})

test.each([
  'Porters may not move a crate.',
  'Porters make none of these moves.',
  'A porter never takes a crate to another state.',
])('who makes no moves has no operation by other words either: %s', (said) => {
  const { rightsOf } = checkDrafted(
    `A crate has a weight. Clerks create and read crates. Clerks close crates when a porter has signed them. Porters sign crates. ${said}`,
  )
  expect(rightsOf('Crate', 'porter')?.join() ?? '').not.toMatch(/signCrate|closeCrate/)
})

test('rows that some see alone of their own are others’ to see', () => {
  const { rightsOf } = checkDrafted(
    `${hall} A banner belongs to a visitor. Visitors see only their own banners. The steward reads banners.`,
  )
  expect(rightsOf('Banner', 'steward')?.join()).toContain('read')
})
