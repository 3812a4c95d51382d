import { expect, test } from 'vitest'
import { askAll, requireEqual } from './ask.ts'
import type { Client } from './clients/client.ts'
import { type TourFacts, tour } from './tour.ts'

const styles = ['rest', 'graphql', 'grpc', 'soap', 'mcp']

test('the tour goes from words to five protocols that tell the same, a record that verifies, and a ledger that names what was altered', async () => {
  const lines: string[] = []
  const facts: TourFacts = await tour((line) => lines.push(line))
  expect([...facts.charter.serves].sort()).toEqual([...styles].sort())
  expect(facts.charter.entities).toEqual(['Patient', 'Prescription', 'EhrRecord', 'LabResult'])
  expect(facts.reads.map(({ style }) => style).sort()).toEqual([...styles].sort())
  expect(new Set(facts.reads.map(({ digest }) => digest)).size).toBe(1)
  expect(facts.reads[0]?.told).toEqual(expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]))
  expect(new Set(facts.refusals.map(({ digest }) => digest)).size).toBe(1)
  expect(facts.refusals[0]?.told).toEqual({ code: 'forbidden', detail: 'You may not list patients.' })
  expect(new Set(facts.refusals.map(({ carrier }) => carrier)).size).toBe(styles.length)
  expect(facts.audit.map(({ style, role, what, outcome }) => [style, role, what, outcome])).toEqual([
    ...facts.reads.map(({ style }) => [style, 'clinician', 'Patient.list', 'ok']),
    ...facts.refusals.map(({ style }) => [style, 'auditor', 'Patient.list', 'forbidden']),
  ])
  expect(facts.log).toMatchObject({ isWhole: true, unsealed: 0 })
  expect(facts.log.entries).toBeGreaterThanOrEqual(facts.audit.length)
  expect(facts.log.altered).toContain('not the ones that were sealed')
  expect(facts.ledger).toMatchObject({ isWhole: true, recorded: facts.log.entries })
  // With the entry about its own opening.
  expect(facts.ledger.size).toBe(facts.ledger.recorded + 1)
  expect(facts.ledger.altered).toMatch(/^Entry \d+ was altered\.$/)
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(140)
}, 360_000)

const client = (protocol: string, name: string): Client => ({
  style: protocol,
  protocol,
  wire: '',
  list: async () => ({ carrier: '200', rows: [{ name }] }),
  close: () => {},
})

test('one letter that differs is a failure that names the protocol', async () => {
  const asked = await askAll([client('REST', 'Ada'), client('SOAP', 'Ada'), client('MCP', 'Adá')], 'read', '')
  expect(() => requireEqual(asked, 'rows')).toThrow('The rows differ. REST [{"name":"Ada"}]; MCP [{"name":"Adá"}]')
  expect(() => requireEqual(asked.slice(0, 2), 'rows')).not.toThrow()
  await expect(askAll([client('REST', 'Ada')], 'refusal', '')).rejects.toThrow(
    'answered the list that the charter refuses',
  )
})
