import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { JsonObject } from '../../src/runtime/index.ts'
import { newBody } from '../scenarios/derive/bodies.ts'
import { aboutEntity, roleThat } from '../scenarios/derive/derivation.ts'
import { type OwnTarget, openTarget } from '../scenarios/open-target.ts'
import { deriving } from '../scenarios/service.ts'
import { call, codeOf, keyOf, principal } from './asked.ts'

/** Without what it refers to its owner by. */
const partOf = (body: JsonObject | null, to: readonly string[]): JsonObject | null =>
  body && Object.fromEntries(Object.entries(body).filter(([name]) => !to.includes(name)))

/** Rows that are written with the one that owns them. */
const cases = deriving.model.entities.flatMap((entity) => {
  const about = aboutEntity(deriving, entity)
  const role = roleThat(about, ['create', 'read', 'update'])
  const body = role === undefined ? null : newBody(about, role)
  if (role === undefined || body === null) return []
  return entity.relations.flatMap((relation) => {
    const target = deriving.model.entities.find(({ name }) => name === relation.target)
    if (!relation.isOwned || relation.kind !== 'many' || !target) return []
    const own = aboutEntity(deriving, target)
    // They may stand beside one another and their owner, whoever gives their keys; the third after those that are marked deleted, too.
    const nths = target === entity ? [1, 2, 3] : [0, 1, 2]
    const [part, other, third] = nths.map((nth) => partOf(newBody(own, role, nth), relation.to))
    if (!part || !other) return []
    return [{ about, relation, own, role, body, part, other, third: third ?? part }]
  })
})

describe('owned rows', { skip: cases.length === 0 && 'the charter has none' }, () => {
  let target: OwnTarget
  before(async () => {
    target = await openTarget()
  })
  after(() => target.close())
  beforeEach(() => target.reset?.('example'))

  for (const { about, relation, own, role, body, part, other, third } of cases) {
    const me = principal(role)
    const create = (rows: unknown, more: JsonObject = {}) =>
      target.service.execute(
        call(`${about.entity.name}.create`, me, { value: { ...body, ...more, [relation.name]: rows } as JsonObject }),
      )
    const errorsOf = (outcome: Awaited<ReturnType<typeof create>>) =>
      outcome.kind === 'problem' ? outcome.problem.errors?.map(({ path, code }) => `${path} ${code}`) : outcome.kind

    test(`${relation.name} are written with ${about.entity.name}, and read as any row is`, async () => {
      const made = await create([part, other])
      equal(codeOf(made), 'value')
      deepEqual(errorsOf(await create([{ ...part, notThere: 1 }])), [`/${relation.name}/0/notThere unknown`])
      deepEqual(errorsOf(await create([part, 7])), [`/${relation.name}/1 wrong-type`])
      deepEqual(errorsOf(await create({})), [`/${relation.name} wrong-type`])
      for (const { name, isOptional, default: preset, writable } of own.entity.fields)
        if (!isOptional && preset === undefined && writable !== 'never' && Object.hasOwn(part, name))
          deepEqual(errorsOf(await create([{ ...part, [name]: null }])), [`/${relation.name}/0/${name} null`])
      for (const name of relation.to) {
        const outcome = await create([{ ...part, [name]: body[relation.from[0] ?? ''] ?? null }])
        ok(outcome.kind === 'problem', name)
      }
    })

    test(`${relation.name} are put in the place of those that were there`, async () => {
      const made = await create([part, other])
      const row = (made.kind === 'value' ? made.value : {}) as JsonObject
      const key = keyOf(about.entity.key, row)
      const update = (rows: unknown) =>
        target.service.execute(
          call(`${about.entity.name}.update`, me, { key, value: { [relation.name]: rows } as JsonObject }),
        )
      const count = async () => {
        const read = await target.service.execute(
          call(`${about.entity.name}.read`, me, { key }, { select: { include: { [relation.name]: {} } } }),
        )
        const page = read.kind === 'value' ? (read.value as { readonly [name: string]: unknown })[relation.name] : null
        return (page as { readonly items: readonly unknown[] }).items.length
      }
      equal(await count(), 2)
      equal(codeOf(await update([third])), 'value')
      equal(await count(), 1)
      equal(codeOf(await update([{ ...part, notThere: 1 }])), 'invalid-input')
      equal(codeOf(await update([])), 'value')
      equal(await count(), 0)
    })
  }
})
