import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { charterHere as charter } from '../testing/here.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-diff-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clinic = readFileSync(new URL('../../../../packages/charter/examples/clinic.yaml', import.meta.url), 'utf8')
const old = join(folder, 'old.yaml')
const wider = join(folder, 'wider.yaml')
writeFileSync(old, clinic)
writeFileSync(wider, clinic.replace('pharmacist: { do: [read] }', 'pharmacist: { do: [read], reveal: [clinical] }'))

const idIn = (text: string): string => /Patient\.ssn:pharmacist:read:[0-9a-f]{8}/.exec(text)?.[0] ?? 'none'

test('a widening on a classified field ends with 1 until it is accepted by its id', async () => {
  const open = await charter(['diff', old, wider])
  expect(open.status).toBe(1)
  expect(open.out).toContain('open      pharmacist may now read Patient.ssn (pii): no → yes')
  const command = open.out.split('\n').find((line) => line.startsWith('  charter diff')) ?? ''
  const accepted = await charter(command.trim().split(' ').slice(1))
  expect(accepted.status).toBe(0)
  expect(accepted.out).toContain('accepted  pharmacist may now read Patient.ssn (pii): no → yes')
})

test('the other way round somebody loses, and nothing has to be accepted', async () => {
  expect(await charter(['diff', wider, old])).toMatchObject({ status: 0, err: '' })
})

test('an id of no widening is a mistake', async () => {
  const { status, err, out } = await charter(['diff', old, wider, '--accept', 'Patient.ssn:pharmacist:read:00000000'])
  expect([status, out]).toEqual([2, ''])
  expect(err).toMatch(/No widening has the id.*Did you mean "Patient\.ssn:pharmacist:read:/)
})

test('as a comment it names the command, which keeps the format', async () => {
  const { status, out } = await charter(['diff', old, wider, '--format', 'markdown'])
  expect(status).toBe(1)
  expect(out).toMatch(
    /^### Charter clinic\n\n\*\*1 widening of classified fields has to be accepted\.\*\* No client breaks\.\n/,
  )
  expect(out).toContain(`charter diff ${old} ${wider} --format markdown --accept ${idIn(out)}\n`)
})

test('as JSON it says what is open and what was accepted', async () => {
  const open = JSON.parse((await charter(['diff', old, wider, '--json'])).out) as {
    open: string[]
    widenings: object[]
  }
  expect([open.open.length, open.widenings.length]).toEqual([1, 1])
  const { status, out } = await charter(['diff', old, wider, '--json', '--accept', open.open[0] ?? ''])
  expect([status, JSON.parse(out)]).toEqual([0, expect.objectContaining({ open: [], accepted: open.open })])
})

test.each([
  [['diff', old, wider, '--format', 'html'], /text, markdown/],
  [['diff', old, wider, '--base', 'main'], /one charter is named/],
  [['diff', old, wider, '--json', '--format', 'markdown'], /--format markdown or for --json/],
] as const)('%j is asked wrongly', async (args, sentence) => {
  const { status, err } = await charter(args)
  expect(status).toBe(2)
  expect(err).toMatch(sentence)
})

test('a member who counts without what was asked of the row widens what their roles see, and it is said what changed', async () => {
  const membership = (counts: string) => `charter: 1
name: a
access: { roles: [owner], membership: { entity: Member, roles: grants${counts} } }
entities:
  Member:
    key: id
    person: personId
    fields: { id: uuid, personId: { type: text, class: pii }, isActive: boolean, grants: { type: enum, values: [owner] } }
    allow: { owner: { do: [read] } }
`
  const [every, active] = [join(folder, 'every.yaml'), join(folder, 'active.yaml')]
  writeFileSync(every, membership(''))
  writeFileSync(active, membership(', while: isActive'))
  const { status, out } = await charter(['diff', active, every])
  expect(status).toBe(1)
  expect(out).toContain('Every row of Member makes a member; it was those with `while: isActive` alone.')
  expect(out).toContain('owner may now read Member.personId (pii) on more rows')
  expect((await charter(['diff', every, active])).status).toBe(0)
})
