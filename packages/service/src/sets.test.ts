import type { JsonObject, Outcome, Principal } from '@charter/runtime'
import type { RouteBody } from '@charter/runtime/service'
import { afterEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

/** Deals of tenants, with companies that all of them share and people whom each tenant writes down. */
const text = (database: string, when: string): string => `
charter: 1
name: deals
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [boss, worker], tenancy: { field: org, claim: org } }
entities:
  Company:
    shared: true
    key: id
    fields: { id: { type: uuid, default: generated }, level: { type: int32, default: 0 } }
    relations: { people: { many: Person }, chief: { one: Person, optional: true } }
    checks: { modest: { rule: level <= chief.level, message: That is too high. } }
    allow: { boss: { do: [create, read, update] } }
  Person:
    key: id
    person: personId
    fields:
      id: { type: uuid, default: generated }
      org: { type: text, length: 1..40, default: tenant }
      personId: { type: text, length: 1..40 }
      level: { type: int32, default: 5 }
    relations: { company: { one: Company, optional: true } }
    allow: { boss: { do: [create, read, list, delete] } }
  Deal:
    key: id
    fields:
      id: { type: uuid, default: generated }
      org: { type: text, length: 1..40, default: tenant }
      title: { type: text, length: 1..40 }
    relations: { company: { one: Company } }
    sets: { staff: { of: company.people, count: heads } }
    allow:
      boss: { do: [create] }
      worker: { do: [read, list], when: '${when}' }
routes:
  dealTitles: { path: deal-titles, verb: post, roles: [worker] }
`

/** Projects whose keys clients give: two tenants have one of the same key. */
const keyedText = (database: string): string => `
charter: 1
name: projects
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [boss, worker], tenancy: { field: org, claim: org } }
entities:
  Project:
    key: id
    fields:
      id: { type: text, length: 1..20 }
      org: { type: text, length: 1..20, default: tenant }
    relations: { members: { many: Member } }
    allow:
      boss: { do: [create] }
      worker: { do: [read, list], when: principal in resource.members }
  Member:
    key: id
    person: who
    fields:
      id: { type: uuid, default: generated }
      org: { type: text, length: 1..20, default: tenant }
      who: { type: text, length: 1..20 }
    relations: { project: { one: Project } }
    allow: { boss: { do: [create] } }
`

const who = (id: string, role: string, tenant: string): Principal => ({
  id,
  roles: [role],
  attributes: {},
  tenant,
  credential: 'jwt',
})
const dealTitles: RouteBody = async (_, { rows }) => ({ body: (await rows.list('Deal')).map(({ title }) => title) })

let opened: Opened
afterEach(() => opened.close())

describe.each(databases)('sets on %s', (database) => {
  const start = async (when: string) => {
    opened = await open({ text: text(database, when), routes: { dealTitles } })
  }
  const run = (operation: string, principal: Principal, more: object = {}): Promise<Outcome> =>
    opened.service.execute(call(operation, principal, more))
  const made = async (operation: string, principal: Principal, value: JsonObject): Promise<string> =>
    String(bodyOf(await run(operation, principal, { value })).id)
  const [bossA, bossB] = [who('a', 'boss', 'A'), who('b', 'boss', 'B')]

  test.each([
    'principal in resource.company.people',
    'principal in resource.staff',
    'resource.heads >= 1',
    'resource.company has chief && resource.company.chief.personId == principal.id',
  ])('what another tenant writes down counts for nothing, also behind a row that all share: %s', async (when) => {
    await start(when)
    const companyId = await made('Company.create', bossA, {})
    const eve = await made('Person.create', bossA, { personId: 'eve', companyId })
    await run('Company.update', bossA, { key: { id: companyId }, value: { chiefId: eve } })
    const theirs = await made('Deal.create', bossB, { title: 'of B', companyId })
    const ours = await made('Deal.create', bossA, { title: 'of A', companyId })
    expect(codeOf(await run('Deal.read', who('eve', 'worker', 'B'), { key: { id: theirs } }))).toBe('not-found')
    expect(bodyOf(await run('Deal.list', who('eve', 'worker', 'B'))).items).toEqual([])
    expect(codeOf(await run('Deal.read', who('eve', 'worker', 'A'), { key: { id: ours } }))).toBe('ok')
  })

  test('the members of a row are none of another tenant’s row of the same key', async () => {
    opened = await open({ text: keyedText(database) })
    for (const boss of [bossA, bossB]) await made('Project.create', boss, { id: 'p1' })
    await made('Member.create', bossB, { who: 'bob', projectId: 'p1' })
    const look = (tenant: string) => run('Project.read', who('bob', 'worker', tenant), { key: { id: 'p1' } })
    expect(codeOf(await look('A'))).toBe('not-found')
    expect(bodyOf(await run('Project.list', who('bob', 'worker', 'A'))).items).toEqual([])
    expect(codeOf(await look('B'))).toBe('ok')
  })

  test('a check of a row that all share holds for whoever writes it', async () => {
    await start('true')
    const companyId = await made('Company.create', bossA, {})
    const chiefId = await made('Person.create', bossA, { personId: 'cid', companyId })
    await run('Company.update', bossA, { key: { id: companyId }, value: { chiefId } })
    for (const boss of [bossA, bossB])
      expect(codeOf(await run('Company.update', boss, { key: { id: companyId }, value: { level: 9 } }))).toBe(
        'invalid-input',
      )
  })

  test('an answer is not given again to who is no member by then of what it was made of', async () => {
    await start('principal in resource.company.people')
    const companyId = await made('Company.create', bossA, {})
    const id = await made('Person.create', bossA, { personId: 'eve', companyId })
    await made('Deal.create', bossA, { title: 'secret', companyId })
    const look = () => run('dealTitles', who('eve', 'worker', 'A'), { value: {}, idempotencyKey: 'k' })
    expect(await look()).toMatchObject({ value: { text: '["secret"]' } })
    expect(await look()).toMatchObject({ isReplayed: true, value: { text: '["secret"]' } })
    await run('Person.delete', bossA, { key: { id } })
    expect(codeOf(await look())).toBe('forbidden')
  })
})
