import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

test.each([
  ['an app where beekeepers track hives', 'Hive', 'beekeeper'],
  ['members book classes', 'Booking', 'member'],
])('who makes rows and is assumed to see their own makes none for others: %s', (words, entity, role) => {
  const { charter } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  const lines = charter?.entities.find(({ name }) => name === entity)?.allow.filter((each) => each.role === role)
  expect(lines).toMatchObject([
    {
      do: ['create', 'read', 'list'],
      when: `principal has ${role}Id && resource.${role}Id == principal.${role}Id`,
    },
  ])
})
