import { expect, test } from 'vitest'
import { closePools, openPools, prove } from './prove.ts'

test('rules decide as Cedar does: in process, in SQLite, in PostgreSQL and in MariaDB, on tables of ours and of others', async () => {
  const pools = await openPools(20_261, {
    postgresql: process.env.CHARTER_TEST_POSTGRESQL ?? '',
    mariadb: process.env.CHARTER_TEST_MARIADB ?? '',
  })
  const { cases, allowed, disagreements, refused, erring } = await prove(pools, { cases: 1_600, seed: 20_261 })
  await closePools(pools)
  expect(disagreements).toEqual([])
  expect([...refused]).toEqual([])
  expect(cases).toBeGreaterThanOrEqual(1_600)
  // A run that only allows, or never meets a reference that points nowhere, would say little.
  expect(allowed / cases).toBeGreaterThan(0.3)
  expect(allowed / cases).toBeLessThan(0.7)
  expect(erring).toBeGreaterThan(10)
})
