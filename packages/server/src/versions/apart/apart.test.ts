import { expect, test } from 'vitest'
import { checkText } from '../check-text.ts'
import { changesOf, checkedText, generated } from './apart.ts'

const charterOf = (title: string, comments: number): string => `charter: 1
name: notes
title: ${title}
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
${'# Said at length.\n'.repeat(comments)}entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..200 } }
    allow: { clerk: { do: [create, read, list] } }
`

test.each([
  ['short', 0],
  ['long', 5000],
])('a %s charter is checked and generated as it is', async (_, comments) => {
  const text = charterOf('Notes', comments)
  const { errors, lock } = await checkedText({ text, lock: null })
  expect([errors, lock]).toEqual([0, checkText(text, null).lock])
  expect((await generated({ text, lock })).files.map(({ path }) => path)).toContain('package.json')
  expect(
    await changesOf({ text, lock }, { text: text.replace('1..200', '1..100'), lock, organisationId: 'c' }),
  ).toContainEqual(expect.stringContaining('text'))
})

test('while a long one is looked at, everybody else is answered', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const { errors } = await checkedText({ text: 'a: '.repeat(100_000), lock: null, organisationId: 'b' }).finally(() =>
    clearInterval(counting),
  )
  expect(errors).toBe(1)
  expect(turns).toBeGreaterThan(10)
})

test('of a long one with mistakes nothing is generated, and they are named', async () => {
  await expect(generated({ text: `x: 1\n${charterOf('Notes', 5000)}`, lock: null })).rejects.toMatchObject({
    name: 'Refused',
    diagnostics: [expect.objectContaining({ severity: 'error' })],
  })
})

test('after one that failed in its thread the next is looked at all the same', async () => {
  const text = charterOf('Notes', 5000)
  const refused = generated({ text: `x: 1\n${text}`, lock: null })
  const next = checkedText({ text, lock: null, organisationId: 'd' })
  await expect(refused).rejects.toMatchObject({ name: 'Refused' })
  expect(await next).toMatchObject({ errors: 0 })
})
