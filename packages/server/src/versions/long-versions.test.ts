import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, type Desk, openDesk } from '../testing/desk.ts'

let desk: Desk
let eve: Asking
beforeAll(async () => {
  desk = await openDesk()
  eve = desk.as('eve')
  await eve('POST organisations', { id: 'other', name: 'Other' })
}, 60_000)
afterAll(() => desk.close())

test('while a long charter of one organisation is looked at, another one writes on, and nothing of it is held up', async () => {
  let isDone = false
  const text = 'a: '.repeat(100_000)
  const writing = desk.ann('POST versions', { projectId: desk.project, text }).finally(() => {
    isDone = true
  })
  const written: number[] = []
  while (!isDone)
    written.push((await eve('POST projects', { name: `project-${written.length}`, title: 'One of many' })).status)
  expect(await writing).toMatchObject({ status: 201, body: { errors: 1 } })
  expect(new Set(written)).toEqual(new Set([201]))
  expect(written.length).toBeGreaterThan(20)
}, 60_000)

test('of a batch that is all or none a long charter is looked at too, and written once', async () => {
  const project = (await eve('POST projects', { name: 'batch', title: 'Batch' })).body.id
  const text = `${desk.charterOf('Long')}${'# Said at length.\n'.repeat(5000)}`
  const calls = [
    { operation: 'Version.create', value: { projectId: project, text } },
    { operation: 'Project.create', value: { name: 'beside', title: 'Beside' } },
  ]
  expect(await eve('POST batch', { atomic: true, calls })).toMatchObject({
    status: 200,
    body: { results: [{ status: 200 }, { status: 200 }] },
  })
  const { body } = await eve(`GET versions?filter[projectId]=${project}`)
  expect(body.items).toMatchObject([{ number: 1, errors: 0 }])
}, 60_000)
