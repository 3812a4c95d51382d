import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { kindFamilies, knownKinds } from './known-kinds.ts'
import { officeKinds, packageKinds } from './zip-kind.ts'

const folder = new URL('.', import.meta.url)

test('the kinds that are known are those that bytes are told to be, or taken for', () => {
  const sources = readdirSync(folder).filter((name) => !name.endsWith('.test.ts') && name !== 'known-kinds.ts')
  const literal = /'((?:application|audio|font|image|text|video)\/[a-z0-9.+-]+)'/g
  const named = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(literal)].map(([, kind = '']) => kind),
  )
  const told = new Set([...named, ...packageKinds, ...officeKinds])
  // The beginning that names of office documents share is none.
  told.delete('application/vnd.openxmlformats-officedocument')
  expect(told.size).toBeGreaterThan(50)
  expect([...knownKinds]).toEqual([...told].sort())
  expect(kindFamilies).toEqual(['application/*', 'audio/*', 'font/*', 'image/*', 'text/*', 'video/*'])
})
