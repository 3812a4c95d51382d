import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectionOf, collectionPrograms } from './collection.ts'
import { type Mock, startMock } from './mock.ts'

const clinic = join(import.meta.dirname, '../../charter/examples/clinic.yaml')

let mock: Mock
beforeAll(async () => {
  mock = await startMock({ file: clinic, port: 0, as: 'clinician', seed: 1, rowsPerEntity: 12 })
})
afterAll(() => mock.close())

interface Item {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly header: readonly { readonly key: string; readonly value: string }[]
    readonly url: {
      readonly raw: string
      readonly variable?: readonly { readonly key: string; readonly value: string }[]
    }
    readonly body?: { readonly raw: string }
  }
}

test('what Postman would send is answered', async () => {
  const text = (await collectionOf(clinic, 'postman'))['clinic.postman_collection.json'] ?? ''
  const { info, item } = JSON.parse(text) as {
    readonly info: object
    readonly item: readonly { readonly item: readonly Item[] }[]
  }
  expect(info).toMatchObject({ name: 'Clinic', schema: expect.stringContaining('v2.1.0') })
  const items = item.flatMap((folder) => folder.item)
  expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['List patients', 'Create a prescription']))
  for (const name of ['List patients', 'Create a prescription', 'Import prescriptions, one a line', 'Read a patient']) {
    const { method, url, header, body } = items.find((each) => each.name === name)?.request ?? ({} as Item['request'])
    const path = (url.variable ?? []).reduce((at, { key, value }) => at.replace(`:${key}`, value), url.raw)
    const answer = await fetch(path.replace('{{baseUrl}}', mock.url), {
      method,
      headers: Object.fromEntries(header.map(({ key, value }) => [key, value])),
      ...(body && { body: body.raw }),
    })
    expect([name, answer.status < 300]).toEqual([name, true])
  }
})

test('Insomnia is given every request below its folder, each id once', async () => {
  const { resources } = JSON.parse((await collectionOf(clinic, 'insomnia'))['clinic.insomnia.json'] ?? '') as {
    readonly resources: readonly { readonly _id: string; readonly parentId: string | null; readonly _type: string }[]
  }
  const ids = new Set(resources.map(({ _id }) => _id))
  expect(ids.size).toBe(resources.length)
  expect(resources.filter(({ parentId }) => parentId !== null && !ids.has(parentId))).toEqual([])
  expect(resources.filter(({ _type }) => _type === 'request').length).toBeGreaterThan(30)
})

test('where each change has to say which version it is of, its request says that any will do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-collection-'))
  try {
    const file = join(folder, 'charter.yaml')
    await writeFile(
      file,
      (await readFile(clinic, 'utf8')).replace(/^serves: .*$/m, 'serves: [rest]\nifMatch: required'),
    )
    const { item } = JSON.parse((await collectionOf(file, 'postman'))['clinic.postman_collection.json'] ?? '') as {
      readonly item: readonly { readonly item: readonly Item[] }[]
    }
    for (const { request } of item.flatMap((each) => each.item)) {
      const says = request.header.some(({ key, value }) => key.toLowerCase() === 'if-match' && value === '*')
      expect([request.method, says]).toEqual([request.method, ['PUT', 'PATCH', 'DELETE'].includes(request.method)])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('Bruno is given a file for each request, whose blocks close', async () => {
  const files = Object.entries(await collectionOf(clinic, 'bruno'))
  const requests = files.filter(([name]) => /\/(?:Patient|Prescription)\//.test(name))
  expect(requests.length).toBeGreaterThan(15)
  expect(requests.map(([name]) => name)).toContain('clinic/Patient/List patients.bru')
  for (const [name, text] of requests) {
    expect(name).toMatch(/^clinic\/[\w ]+\/[\w -]+\.bru$/)
    expect(text).toMatch(/^meta \{\n {2}name: .+\n {2}type: http\n/)
    expect(text.split('\n').filter((line) => /^[\w:]+ \{$/.test(line)).length).toBe(
      text.split('\n').filter((line) => line === '}').length,
    )
  }
})

test.each(collectionPrograms)('no text of a charter is a tag that %s fills in', async (program) => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-collection-'))
  const file = join(folder, 'charter.yaml')
  const tags = ['{% file "/etc/passwd" %}', '{{process.env.HOME}}', '{{token}}', '{# none #}']
  const first = JSON.stringify(tags[0])
  await writeFile(
    file,
    `charter: 1
name: club
title: ${first}
description: ${first}
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [owner] }
entities:
  Member:
    key: [kind, code]
    description: ${first}
    fields:
      kind: { type: enum, values: ${JSON.stringify(tags)} }
      code: { type: text, length: 1..40 }
      note: { type: text, default: ${JSON.stringify(tags[1])} }
    samples: [{ kind: ${first}, code: ${JSON.stringify(tags[2])}, note: ${JSON.stringify(tags[1])} }]
    allow: { owner: { do: [create, read, update, list, delete] } }
`,
  )
  const files = await collectionOf(file, program).finally(() => rm(folder, { recursive: true }))
  const text = Object.values(files).join('\n')
  // Of its own each has the address, and the token once, or by another name.
  expect(text.split('{{token}}').length).toBeLessThan(3)
  expect(text.replaceAll(/\{\{(?:baseUrl|token| _\.baseUrl | _\.token )\}\}/g, '')).not.toMatch(/\{\{|\{%|\{#/)
  expect(text).toContain('etc/passwd')
})
