import { setTimeout as wait } from 'node:timers/promises'
import type { Change, JsonObject, Outcome, Principal } from '@charter/runtime'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ada,
  auditor,
  bodyOf,
  call,
  clinician,
  clinicText,
  codeOf,
  type Opened,
  open,
  pharmacist,
} from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const patient = { name: 'New Person', birthDate: '1990-01-01', ward: 'north' }
let opened: Opened
let abort: AbortController
let nowMs = Date.now()

const run = (...given: Parameters<typeof call>): Promise<Outcome> => opened.service.execute(call(...given))

/** Of a ward's patients its clinicians may do everything; an auditor sees them all. */
const wards = (database: string): string => `
charter: 1
name: wards
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [clinician, auditor], principal: { ward: { type: text, claim: ward, required: true } } }
entities:
  Patient:
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..40 }
      ward: { type: text, length: 1..40 }
    allow:
      clinician: { do: [create, read, delete, list], when: resource.ward == principal.ward }
      auditor: { do: [read, list] }
`

interface Followed {
  readonly told: Change[]
  readonly ended: Promise<unknown>
}

/** Follows in the background; `told` fills as changes come. */
const follow = async (
  who: Principal,
  select: JsonObject = {},
  on: Pick<Opened, 'service'> = opened,
): Promise<Followed> => {
  const outcome = await on.service.execute({ ...call('Patient.changes', who, { abort: abort.signal }), select })
  if (outcome.kind !== 'stream') throw new Error(JSON.stringify(outcome))
  const told: Change[] = []
  const read = async () => {
    for await (const each of outcome.items) told.push(each as unknown as Change)
  }
  return { told, ended: read().catch((error: unknown) => error) }
}

const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 200 && !holds(); tries++) await wait(25)
  expect(holds()).toBe(true)
}

describe.each(databases)('what happens to rows, on %s', (database) => {
  beforeEach(async () => {
    nowMs = Date.now()
    abort = new AbortController()
    opened = await open({ text: clinicText().replace('own: sqlite', `own: ${database}`), nowMs: () => nowMs })
  })
  afterEach(async () => {
    abort.abort()
    await opened.close()
  })

  test('is told as it is, in order, to who may list the row, and to nobody else', async () => {
    const { told } = await follow(clinician, { fields: ['name', 'ssn'] })
    const south = { ...clinician, id: 'c2', attributes: { ward: 'south' } }
    const other = await follow(south)
    const { id } = bodyOf(await run('Patient.create', clinician, { value: { ...patient, ssn: '219-09-1111' } }))
    await run('Patient.update', clinician, { key: { id: id as string }, value: { name: 'Renamed' } })
    await run('Patient.update', clinician, { key: { id: ada }, value: { name: 'Ada' } })
    await until(() => told.length === 3)
    expect(told.map(({ change, key }) => [change, key.id])).toEqual([
      ['created', id],
      ['updated', id],
      ['updated', ada],
    ])
    // A row is told as it is when it is told, which may be after a later write.
    expect(told.map(({ row }) => row?.name).slice(1)).toEqual(['Renamed', 'Ada'])
    expect(Object.keys(told[0]?.row ?? {})).toEqual(['name', 'ssn'])
    expect(other.told).toEqual([])
    expect(codeOf(await run('Patient.changes', pharmacist))).toBe('forbidden')
    expect(codeOf(await run('Patient.changes', null))).toBe('unauthenticated')
  })

  test('is resumed after a cursor, without a gap, also by another replica and past a restart', async () => {
    const first = await follow(clinician)
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) await run('Patient.create', clinician, { value: { ...patient, name } })
    await until(() => first.told.length === 4)
    const rest = await follow(clinician, { after: first.told[1]?.cursor ?? '' })
    await until(() => rest.told.length === 2)
    expect(rest.told.map(({ row }) => row?.name)).toEqual(['c', 'd'])
    const foreign = await opened.service.execute({
      ...call('Patient.changes', { ...clinician, id: 'somebody' }),
      select: { after: first.told[1]?.cursor ?? '' },
    })
    expect(codeOf(foreign)).toBe('stale-cursor')
    nowMs += 90_000_000
    const late = await opened.service.execute({
      ...call('Patient.changes', clinician),
      select: { after: first.told[1]?.cursor ?? '' },
    })
    expect(codeOf(late)).toBe('stale-cursor')
  })

  test('is followed in the order of its writes alone, and from no position that the database never had', async () => {
    const asked = (select: JsonObject) => opened.service.execute({ ...call('Patient.changes', clinician), select })
    for (const select of [{ limit: 1 }, { count: true }, { sort: [{ field: 'name' }] }])
      expect(codeOf(await asked(select))).toBe('invalid-input')
    vi.spyOn(opened.service.state, 'changesAfter').mockResolvedValueOnce(null)
    expect(codeOf(await asked({}))).toBe('stale-cursor')
  })

  test('is not told of a write that was undone, and is told once of a batch', async () => {
    const { told } = await follow(clinician)
    const good = call('Patient.create', clinician, { value: { ...patient, name: 'kept' } })
    const bad = call('Patient.create', clinician, { value: { ...patient, ward: 'south' } })
    await opened.service.executeBatch([{ ...good, input: { value: { ...patient, name: 'undone' } } }, bad], {
      atomic: true,
    })
    await opened.service.executeBatch([good], { atomic: true })
    await until(() => told.length > 0)
    expect(told.map(({ row }) => row?.name)).toEqual(['kept'])
  })

  test('goes on record where it shows protected values, and ends with the sign-in', async () => {
    const soon = { ...clinician, untilMs: nowMs + 1000 }
    const { told, ended } = await follow(soon)
    await run('Patient.update', clinician, { key: { id: ada }, value: { name: 'Ada' } })
    await until(() => told.length === 1)
    const entries = await opened.service.state.recentAudit(99, 0)
    const shown = entries.filter(({ operation, key }) => operation === 'Patient.changes' && key !== null)
    expect(shown.map(({ fields, outcome }) => [fields.includes('ssn'), outcome])).toEqual([[true, 'ok']])
    nowMs += 2000
    await run('Patient.update', clinician, { key: { id: ada }, value: { name: 'Ada L' } })
    expect(await ended).toMatchObject({ problem: { code: 'unauthenticated' } })
    expect(told).toHaveLength(1)
  })

  test('a row that is gone is told only to who may list every row', async () => {
    const all = await open({ text: wards(database) })
    try {
      const limited = await follow(clinician, {}, all)
      const whole = await follow(auditor, {}, all)
      const made = await all.service.execute(call('Patient.create', clinician, { value: { name: 'a', ward: 'north' } }))
      const key = { id: bodyOf(made).id as string }
      await until(() => limited.told.length === 1 && whole.told.length === 1)
      expect(codeOf(await all.service.execute(call('Patient.delete', clinician, { key })))).toBe('ok')
      await until(() => whole.told.length === 2)
      expect(whole.told[1]).toMatchObject({ change: 'deleted', key, row: null })
      expect(limited.told).toHaveLength(1)
    } finally {
      abort.abort()
      await all.close()
    }
  })
})
