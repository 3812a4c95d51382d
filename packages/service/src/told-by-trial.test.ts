import type { JsonObject, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: pay
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clerk, payroll] }
entities:
  Person:
    key: id
    fields:
      id: { type: uuid, default: generated }
      ssn: { type: text, length: 1..20, unique: true }
      title: { type: text, length: 1..20, optional: true }
      salary: { type: int32, optional: true, reveal: pay }
      bonus: { type: int32, default: 0 }
    checks: { modest: { rule: bonus <= salary, message: A bonus is at most the salary. } }
    allow:
      clerk: { do: [create, read, list, update] }
      payroll: { do: [create, read, list, update, audit], reveal: [pay] }
`

const someone = (role: string): Principal => ({ id: role, roles: [role], attributes: {}, credential: 'jwt' })
const [clerk, payroll] = [someone('clerk'), someone('payroll')]

describe.each(databases)('what trying tells, on %s', (database) => {
  let opened: Opened
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const make = async (value: JsonObject): Promise<string> =>
    String(bodyOf(await run('Person.create', payroll, { value })).id)
  beforeAll(async () => {
    opened = await open({ text: text(database) })
  })
  afterAll(() => opened.close())

  test('a check tells no value that the writer may not see: its fields are closed to them, the rest is not', async () => {
    const id = await make({ ssn: 'a', salary: 5000 })
    for (const bonus of [1, 4999, 5000, 5001])
      expect(await run('Person.update', clerk, { key: { id }, value: { bonus } })).toMatchObject({
        problem: { code: 'invalid-input', errors: [{ path: '/bonus', code: 'not-writable' }] },
      })
    expect(codeOf(await run('Person.update', clerk, { key: { id }, value: { title: 'x' } }))).toBe('ok')
    expect(codeOf(await run('Person.replace', clerk, { key: { id }, value: { ssn: 'a' } }))).toBe('ok')
    expect(codeOf(await run('Person.create', clerk, { value: { ssn: 'b', bonus: 10 } }))).toBe('ok')
    expect(codeOf(await run('Person.update', payroll, { key: { id }, value: { bonus: 5000 } }))).toBe('ok')
    expect(codeOf(await run('Person.update', payroll, { key: { id }, value: { bonus: 5001 } }))).toBe('invalid-input')
  })

  test('a batch that is undone leaves an entry for every call that was tried', async () => {
    await make({ ssn: '219-09-9999' })
    const guesses = ['1', '2', '219-09-9999', '4'].map((ssn) => call('Person.create', clerk, { value: { ssn } }))
    const outcomes = await opened.service.executeBatch(guesses, { atomic: true })
    expect(outcomes.map(codeOf)).toEqual(['operation-failed', 'operation-failed', 'conflict', 'operation-failed'])
    await opened.service.audit.flush()
    const entries = (await opened.service.state.recentAudit(100, 0)).filter(({ principal }) => principal === 'clerk')
    const tried = entries.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'ok')
    expect(tried.filter((outcome) => outcome !== 'invalid-input').sort()).toEqual(['conflict', 'undone', 'undone'])
  })
})
