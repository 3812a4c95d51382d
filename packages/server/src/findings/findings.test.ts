import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Desk, idOf, openDesk } from '../testing/desk.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const findings = async (filter = ''): Promise<Answer['body'][]> =>
  (await desk.olga(`GET findings?filter[projectId]=${desk.project}${filter}`)).body.items

const result = (ruleId: string, line: number, more: object = {}): object => ({
  ruleId,
  message: { text: `${ruleId} is not what it should be` },
  locations: [{ physicalLocation: { artifactLocation: { uri: 'src/main.ts' }, region: { startLine: line } } }],
  ...more,
})
const sarif = (results: readonly object[]): object => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Scanner', rules: [{ id: 'weak-hash', properties: { 'security-severity': '9.1' } }] } },
      results,
    },
  ],
})

test('a test that fails is a finding by itself: found again it is counted, and open again where it was fixed', async () => {
  const release = await desk.release('One')
  const failures = [{ id: 'Note.list.order', title: 'A list has its order', text: 'Step 1: no' }]
  desk.testsCome({ failed: 1, failures })
  const run = await desk.tested(release, 'verify')
  const [found, ...others] = await findings()
  expect([others, found]).toEqual([
    [],
    expect.objectContaining({ source: 'testRun', state: 'open', times: 1, runId: run.id, about: 'Note.list.order' }),
  ])
  expect((await desk.olga(`POST findings/${found.id}/fix`, {})).status).toBe(422)
  const fixed = await desk.olga(`POST findings/${found.id}/fix`, { reason: 'Sorted.' })
  expect(fixed.body).toMatchObject({
    state: 'fixed',
    reason: 'Sorted.',
    decidedBy: 'olga',
    decidedAt: expect.any(String),
  })
  await desk.tested(release, 'verify')
  expect(await findings()).toEqual([expect.objectContaining({ id: found.id, state: 'open', times: 2 })])
}, 60_000)

test('a SARIF document is taken: what is suppressed or gone is not, what is known is counted, what was dismissed stays so', async () => {
  const document = sarif([
    result('weak-hash', 3),
    result('long-line', 8, { level: 'note' }),
    result('known', 1, { suppressions: [{ kind: 'inSource' }] }),
    result('gone', 1, { baselineState: 'absent' }),
    result('fine', 1, { kind: 'pass' }),
  ])
  const path = `POST projects/${desk.project}/import-findings`
  expect((await desk.ann(path, { sarif: document })).body).toEqual({ found: 2, new: 2, again: 0, left: 0 })
  const shown = (await findings()).map(({ about, severity, source }) => [about, severity, source])
  expect(shown.sort()).toEqual([
    ['src/main.ts:3', 'critical', 'scan'],
    ['src/main.ts:8', 'low', 'scan'],
  ])
  const [hash] = await findings('&filter[severity]=critical')
  expect((await desk.olga(`POST findings/${hash.id}/dismiss`, { reason: 'A checksum.' })).body.state).toBe('dismissed')
  expect((await desk.ann(path, { sarif: document })).body).toEqual({ found: 2, new: 0, again: 2, left: 0 })
  expect((await findings('&filter[severity]=critical'))[0]).toMatchObject({ state: 'dismissed', times: 2 })
  const many = sarif(Array.from({ length: 510 }, (_, at) => result('long-line', at + 100)))
  expect((await desk.ann(path, { sarif: many })).body).toMatchObject({ found: 510, new: 500, left: 10 })
  for (const no of [{ version: '2.0.0', runs: [] }, { runs: 1 }, 'text'])
    expect((await desk.ann(path, { sarif: no })).body.reason).toBe('no-sarif')
  expect((await desk.carl(path, { sarif: document })).status).toBe(200)
  expect((await desk.olga(path, { sarif: document })).status).toBe(403)
}, 90_000)

test('a person reports what they found; a key may too, and dismisses nothing; nobody decides twice', async () => {
  const said = { projectId: desk.project, severity: 'medium', title: 'It is slow', about: 'Note.list' }
  const id = idOf(await desk.olga('POST findings', said))
  expect(idOf(await desk.olga('POST findings', said))).not.toBe(id)
  expect((await desk.olga('POST findings', { ...said, source: 'scan' })).status).toBe(422)
  const { key } = (await desk.ann('POST mint-key', { name: 'CI', grants: ['viewer', 'designer'], days: 1 })).body
  await expect.poll(async () => (await desk.withKey(key)('GET roles')).status, { timeout: 10_000 }).toBe(200)
  expect((await desk.withKey(key)('POST findings', said)).body).toMatchObject({ foundBy: 'ann', source: 'person' })
  expect((await desk.withKey(key)(`POST findings/${id}/dismiss`, { reason: 'No.' })).status).toBe(403)
  expect((await desk.ann(`POST findings/${id}/accept`, { reason: 'So it is.' })).body.state).toBe('accepted')
  expect((await desk.ann(`POST findings/${id}/accept`, {})).status).toBe(409)
  expect((await desk.ann(`POST findings/${id}/dismiss`, { reason: 'Not any more.' })).body.state).toBe('dismissed')
  expect((await desk.ann(`POST findings/${id}/fix`, { reason: 'Now.' })).status).toBe(409)
  const eve = desk.as('eve')
  idOf(await eve('POST organisations', { id: 'rival', name: 'Rival' }))
  expect((await eve(`GET findings/${id}`)).status).toBe(404)
  expect((await eve('POST findings', said)).status).toBe(422)
}, 60_000)

test('a finding is answered by a draft, reviewed as every version is, and fixed once that is deployed', async () => {
  const environment = await desk.environment('production')
  const findingId = idOf(
    await desk.olga('POST findings', { projectId: desk.project, severity: 'low', title: 'Notes have no title' }),
  )
  const propose = `POST findings/${findingId}/propose-change`
  expect((await desk.ann(propose, { words: 'add a title to notes' })).body.reason).toBe('no-version')
  const first = await desk.release('One')
  for (const wrong of [{}, { text: 'x', words: 'y' }])
    expect((await desk.ann(propose, wrong)).body.reason).toBe('text-or-words')
  const bananas = await desk.ann(propose, { words: 'bananas are yellow' })
  expect([bananas.body.reason, bananas.body.detail]).toEqual(['not-understood', expect.stringContaining('bananas')])
  expect((await desk.olga(propose, { words: 'add a title to notes' })).status).toBe(403)
  const draft = (await desk.ann(propose, { words: 'add a title to notes' })).body
  expect(draft).toMatchObject({ state: 'draft', origin: 'finding', findingId, errors: 0, createdBy: 'ann' })
  expect(draft.text).toMatch(/title: \{ type: text/)
  expect(draft.note).toBe('Answers the finding: Notes have no title')
  await desk.ann(`POST versions/${draft.id}/submit`)
  expect((await desk.ann(`POST versions/${draft.id}/accept`)).status).toBe(409)
  await desk.bob(`POST versions/${draft.id}/accept`)
  const before = await desk.deploy(first, environment)
  expect((await desk.yes(desk.carl, before)).status).toBe(201)
  await desk.reaches(before.id, 'healthy')
  expect((await desk.olga(`GET findings/${findingId}`)).body.state).toBe('open')
  const making = await desk.ann(`POST versions/${draft.id}/make-release`)
  const { release } = (await desk.ended('make-release-jobs', making.body.id)).result
  const trial = await desk.deploy(release, await desk.environment('trial', { approvals: 0 }))
  await desk.reaches(trial.id, 'healthy')
  expect((await desk.olga(`GET findings/${findingId}`)).body.state).toBe('open')
  const deployment = await desk.deploy(release, environment)
  const { id } = deployment
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
  await desk.reaches(id, 'healthy')
  expect((await desk.olga(`GET findings/${findingId}`)).body).toMatchObject({ state: 'fixed', fixedInId: id })
  expect((await desk.ann(propose, { words: 'add a subtitle to notes' })).body.reason).toBe('not-open')
}, 90_000)

test('what is found again after it was answered is not fixed by that answer, however it is deployed', async () => {
  const environment = await desk.environment('trial')
  desk.testsCome({ failed: 1, failures: [{ id: 'Note.list.order', title: 'A list has its order', text: 'no' }] })
  await desk.tested(await desk.release('One'), 'verify')
  const [found] = await findings()
  const draft = (await desk.ann(`POST findings/${found.id}/propose-change`, { words: 'add a title to notes' })).body
  await desk.ann(`POST versions/${draft.id}/submit`)
  expect((await desk.bob(`POST versions/${draft.id}/accept`)).status).toBe(200)
  const making = await desk.ann(`POST versions/${draft.id}/make-release`)
  const { release } = (await desk.ended('make-release-jobs', making.body.id)).result
  await desk.tested(release, 'verify')
  const deployment = await desk.deploy(release, environment)
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'healthy')
  expect((await desk.olga(`GET findings/${found.id}`)).body).toMatchObject({ state: 'open', times: 2, fixedInId: null })
}, 90_000)

test('what answers a finding in words alone does not fix it: neither the same charter, nor one that is taken back', async () => {
  const environment = await desk.environment('production')
  await desk.release('One')
  const found = { projectId: desk.project, severity: 'critical', title: 'Everybody reads everything' }
  const [same, undone, mended] = [
    idOf(await desk.ann('POST findings', found)),
    idOf(await desk.ann('POST findings', found)),
    idOf(await desk.ann('POST findings', found)),
  ]
  const accepted = async (findingId: string, title: string): Promise<string> => {
    const said = await desk.ann(`POST findings/${findingId}/propose-change`, { text: desk.charterOf(title) })
    await desk.ann(`POST versions/${said.body.id}/submit`)
    expect((await desk.bob(`POST versions/${said.body.id}/accept`)).status).toBe(200)
    return said.body.id
  }
  await accepted(same, 'One')
  await accepted(undone, 'Two')
  await desk.release('One')
  const version = await accepted(mended, 'Three')
  const stateOf = async (id: string) => (await desk.ann(`GET findings/${id}`)).body.state
  const making = await desk.ann(`POST versions/${version}/make-release`)
  const { release } = (await desk.ended('make-release-jobs', making.body.id)).result
  const deployment = await desk.deploy(release, environment)
  expect((await desk.yes(desk.carl, deployment)).status).toBe(201)
  await desk.reaches(deployment.id, 'healthy')
  expect([await stateOf(same), await stateOf(undone), await stateOf(mended)]).toEqual(['open', 'open', 'fixed'])
}, 90_000)
