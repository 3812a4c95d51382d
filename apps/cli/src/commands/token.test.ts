import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { charterHere as charter } from '../testing/here.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-cli-token-'))
afterAll(() => rmSync(folder, { recursive: true }))
const example = join(import.meta.dirname, '..', '..', '..', '..', 'packages', 'charter', 'examples', 'clinic.yaml')
cpSync(example, join(folder, 'charter.yaml'))

test('a token carries the scopes that it is limited to, and none where nobody asks', async () => {
  const claimsOf = async (...more: readonly string[]) => {
    const { status, out } = await charter(['token', '--role', 'clinician', ...more, folder])
    expect(status).toBe(0)
    return JSON.parse(Buffer.from(out.trim().split('.')[1] ?? '', 'base64url').toString())
  }
  expect(await claimsOf('--scope', 'Patient:read dischargePatient')).toMatchObject({
    scope: 'Patient:read dischargePatient',
  })
  expect(await claimsOf()).not.toHaveProperty('scope')
})

test('a token and a key carry every role that is said, of whom the first is', async () => {
  const roles = ['--role', 'pharmacist', '--role', 'clinician', '--role', 'clinician']
  const { out } = await charter(['token', ...roles, '--json', folder])
  const { token, roles: told } = JSON.parse(out)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  expect([told, claims.roles]).toEqual([
    ['pharmacist', 'clinician'],
    ['pharmacist', 'clinician'],
  ])
  expect(claims.sub).toContain('pharmacist')
  const key = await charter(['token', ...roles, '--api-key', '--json', folder])
  const { id } = JSON.parse(key.out)
  const listed = JSON.parse((await charter(['token', '--list', '--json', folder])).out)
  expect(listed).toContainEqual(expect.objectContaining({ id, roles: ['pharmacist', 'clinician'] }))
  expect((await charter(['token', '--revoke', id, folder])).status).toBe(0)
  const unknown = await charter(['token', '--role', 'clinician', '--role', 'nobody', folder])
  expect([unknown.status, unknown.err]).toEqual([2, expect.stringContaining('once for each: clinician')])
})

test('a token of a person names no role: rows say what they may', async () => {
  const desk = mkdtempSync(join(tmpdir(), 'charter-cli-token-'))
  const helpdesk = join(import.meta.dirname, '../../../../conformance/products/helpdesk/charter.yaml')
  cpSync(helpdesk, join(desk, 'charter.yaml'))
  const claimsOf = async (...more: readonly string[]) => {
    const { status, out, err } = await charter(['token', ...more, desk])
    expect([status, err]).toEqual([0, ''])
    return JSON.parse(Buffer.from(out.trim().split('.')[1] ?? '', 'base64url').toString())
  }
  const claims = await claimsOf('--person', 'ann')
  expect(claims).toMatchObject({ sub: 'ann', roles: [] })
  expect(claims).not.toHaveProperty('tenant')
  expect((await charter(['token', desk])).err).toContain('Say the charter’s roles with --role')
  expect((await charter(['token', '--person', 'ann', '--role', 'nobody', desk])).status).toBe(2)
  expect(await charter(['token', '--person', 'ann', folder])).toMatchObject({
    status: 2,
    err: expect.stringContaining('`access.membership`'),
  })
  rmSync(desk, { recursive: true })
})

test('where a claim names the person, a token and a key are of whom they are made for', async () => {
  const shop = mkdtempSync(join(tmpdir(), 'charter-cli-token-'))
  writeFileSync(
    join(shop, 'charter.yaml'),
    readFileSync(example, 'utf8').replace('access:\n', 'access:\n  person: { claim: employeeNumber }\n'),
  )
  const claimsOf = async (...more: readonly string[]) => {
    const { status, out, err } = await charter(['token', '--role', 'clinician', ...more, shop])
    expect([status, err]).toEqual([0, ''])
    return JSON.parse(Buffer.from(out.trim().split('.')[1] ?? '', 'base64url').toString())
  }
  const usual = await claimsOf()
  expect(usual.employeeNumber).toBe(usual.sub)
  expect(await claimsOf('--person', 'e7')).toMatchObject({ sub: 'e7', employeeNumber: 'e7', ward: usual.ward })
  expect(await claimsOf('--claim', 'sub=ann', '--claim', 'employeeNumber=e7')).toMatchObject({
    sub: 'ann',
    employeeNumber: 'e7',
  })
  expect((await charter(['token', '--role', 'clinician', '--claim', 'employeeNumber=', shop])).status).toBe(2)
  expect((await charter(['token', '--person', 'e7', shop])).err).toContain('--role')
  const made = await charter(['token', '--role', 'clinician', '--api-key', '--person', 'e7', shop])
  expect(made).toMatchObject({ status: 0, out: expect.stringMatching(/^ck_/) })
  const lost = await charter(['token', '--role', 'clinician', '--api-key', '--claim', 'employeeNumber=e7', shop])
  expect(lost).toMatchObject({ status: 2, err: expect.stringContaining('employeeNumber') })
  rmSync(shop, { recursive: true })
})

test('a scope that means nothing to the service is refused, with those that do', async () => {
  const { status, err } = await charter(['token', '--role', 'clinician', '--scope', 'patients:read', folder])
  expect([status, err]).toEqual([2, expect.stringContaining('clinic:read, clinic:write, Patient:read')])
})

test('API keys are listed by id without what they are, and one that is revoked is ended', async () => {
  const made = await charter(['token', '--role', 'clinician', '--api-key', folder])
  expect([made.status, made.err]).toEqual([0, expect.stringContaining('It is shown this once.')])
  const keys = async () => JSON.parse((await charter(['token', '--list', '--json', folder])).out)
  const [key] = await keys()
  expect(key).toMatchObject({ roles: ['clinician'], isEnded: false })
  expect(JSON.stringify(key)).not.toContain(made.out.trim())
  expect(await charter(['token', '--revoke', key.id, folder])).toMatchObject({ status: 0 })
  expect((await keys())[0]).toMatchObject({ id: key.id, isEnded: true })
  expect(await charter(['token', '--revoke', 'nobody', folder])).toMatchObject({ status: 2 })
})

test('as JSON an API key comes with the id by which it is listed and revoked', async () => {
  const { out } = await charter(['token', '--role', 'clinician', '--api-key', '--json', folder])
  const { id, apiKey } = JSON.parse(out) as { id: string; apiKey: string }
  expect(apiKey).toMatch(/^ck_/)
  const listed = JSON.parse((await charter(['token', '--list', '--json', folder])).out) as { id: string }[]
  expect(listed.map((key) => key.id)).toContain(id)
})

test('keys are those of the service that the environment names: its folder of data, and its database', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'charter-cli-token-'))
  const ids = async (env: Readonly<Record<string, string>>) =>
    JSON.parse((await charter(['token', '--list', '--json', folder], { env })).out).map(({ id }: { id: string }) => id)
  const envs = [
    { CHARTER_DATA: join(elsewhere, 'data') },
    { CHARTER_DATA: elsewhere, DATABASE_URL: `file:${join(elsewhere, 'own.db')}` },
  ]
  for (const env of envs) {
    await charter(['token', '--role', 'clinician', '--api-key', folder], { env })
    expect(await ids(env)).toHaveLength(1)
  }
  expect(existsSync(join(elsewhere, 'own.db'))).toBe(true)
  rmSync(elsewhere, { recursive: true })
})

test('a claim that an API key would not keep is refused, with those that it keeps', async () => {
  const key = (claim: string) => charter(['token', '--role', 'clinician', '--api-key', '--claim', claim, folder])
  const { status, err } = await key('sub=ada')
  expect([status, err]).toEqual([2, expect.stringMatching(/keeps no claim "sub".*It keeps: ward/)])
  expect((await key('ward=south')).status).toBe(0)
})

test.each([
  ['wrad=south', /No claim "wrad" is read\. There is: ward, sub, acr, amr, auth_time\./],
  ['ward', /name=value/],
  ['auth_time=yesterday', /"yesterday" is no value of the claim auth_time/],
])('a claim that no service of the charter reads is refused: %s', async (claim, said) => {
  const { status, err } = await charter(['token', '--role', 'clinician', '--claim', claim, folder])
  expect([status, err]).toEqual([2, expect.stringMatching(said)])
})

test('claims are given one by one, each in its type', async () => {
  const given = ['--claim', 'ward=south', '--claim', 'amr=pwd otp', '--claim', 'sub=ada']
  const { out } = await charter(['token', '--role', 'clinician', ...given, folder])
  expect(JSON.parse(Buffer.from(out.trim().split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    ward: 'south',
    amr: ['pwd', 'otp'],
    sub: 'ada',
  })
})
