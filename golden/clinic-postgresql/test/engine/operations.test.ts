import { deepEqual, equal } from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { operations } from '../../src/operations/index.ts'
import { everyField, hasBody, type JsonObject } from '../../src/runtime/index.ts'
import type { OperationBody, OperationContext, OperationInput } from '../../src/runtime/service/index.ts'
import { aboutEntity } from '../scenarios/derive/derivation.ts'
import { exampleValue } from '../scenarios/examples/index.ts'
import { type OwnTarget, openTarget } from '../scenarios/open-target.ts'
import { deriving } from '../scenarios/service.ts'
import { call, codeOf, keyOf, principal } from './asked.ts'

const { model } = deriving

/** Bodies of the tests' own, while they stand in the place of the service's. */
const inPlace = new Map<string, OperationBody>()
const bodies = operations as { [name: string]: OperationBody }
for (const [name, own] of Object.entries(bodies)) bodies[name] = (...given) => (inPlace.get(name) ?? own)(...given)

/** An operation on a row of an entity, and who may ask for it; of one that goes on past its answer, that tells nothing of its body. */
const cases = model.operations.flatMap((operation) => {
  const entity = model.entities.find(({ name }) => name === operation.entity)
  const about = entity && aboutEntity(deriving, entity)
  const { move } = operation
  // A move has to begin where its row is, and what it asks of it may not hold of an example.
  const row = about?.rows.find((each) => !move || (!move.isGuarded && move.from.includes(String(each[move.field]))))
  const role =
    about &&
    row &&
    model.access.roles.find((each) => about.can(each, operation.name, row) && about.can(each, 'read', row))
  if (!about || !row || role === undefined || !operation.hasKey || !hasBody(operation) || operation.job !== undefined)
    return []
  const value = Object.fromEntries(
    operation.input.map(({ name, type }) => [
      name,
      exampleValue(type, { types: model.types, ordinal: 0, name }) ?? null,
    ]),
  )
  // It is in its new state when its body runs.
  const given = move ? { ...row, [move.field]: move.to } : row
  return [{ operation, about, row, given, role, value }]
})

describe('operations', { skip: cases.length === 0 && 'the charter has none on a row' }, () => {
  let target: OwnTarget
  before(async () => {
    target = await openTarget()
  })
  beforeEach(() => target.reset?.('example'))
  after(() => target.close())

  for (const { operation, about, row, given: expected, role, value } of cases) {
    const key = keyOf(about.entity.key, row)
    /** With a body of the test's own in place of the service's. */
    const run = async (
      body: (input: OperationInput, context: OperationContext) => Promise<unknown>,
      more: JsonObject = {},
    ) => {
      inPlace.set(operation.name, body as OperationBody)
      try {
        return await target.service.execute(
          call(operation.name, principal(role), { key, value: { ...value, ...more } }),
        )
      } finally {
        inPlace.delete(operation.name)
      }
    }

    test(`${operation.name} is given its row as it is, and what it may do with others`, async () => {
      const outcome = await run(async ({ row: given, value: asked }, { rows }) => {
        // What is written alone too: nobody but code is shown it.
        const fields = everyField(about.entity).map(({ name }) => name)
        deepEqual(Object.keys(given ?? {}).sort(), [...fields].sort())
        for (const name of fields) deepEqual([name, given?.[name]], [name, expected[name] ?? null])
        deepEqual(Object.keys(asked).sort(), Object.keys(value).sort())
        const read = await rows.read(about.entity.name, key)
        for (const { name, reveal } of about.entity.fields)
          if (operation.rights === 'service' || reveal === undefined)
            deepEqual([name, read?.[name]], [name, given?.[name]])
        return given
      })
      equal(codeOf(outcome), 'value')
    })

    test(`${operation.name} fails with the errors that it declares, and with no others`, async () => {
      for (const reason of operation.errors) {
        const outcome = await run(async (_, { fail }) => fail(reason, 'Told to who asked.'))
        deepEqual(
          outcome.kind === 'problem' && [outcome.problem.code, outcome.problem.reason, outcome.problem.detail],
          ['operation-failed', reason, 'Told to who asked.'],
        )
      }
      equal(codeOf(await run(async (_, { fail }) => fail('never-declared'))), 'internal')
      equal(codeOf(await run(() => Promise.reject(new Error('a bug')))), 'internal')
    })

    test(`${operation.name} may speak SQL in the transaction of its call`, async () => {
      const outcome = await run(async ({ row: given }, { transaction }) => {
        const [found] = await transaction.all('SELECT ?', ['told'])
        deepEqual(found, ['told'])
        return given
      })
      equal(codeOf(outcome), 'value')
    })

    test(`${operation.name} takes what its input is, from who may`, async () => {
      const body = async () => row
      equal(codeOf(await run(body, { notThere: 1 })), 'invalid-input')
      for (const { name, isOptional } of operation.input)
        if (!isOptional) equal(codeOf(await run(body, { [name]: null })), 'invalid-input')
      for (const other of model.access.roles.filter((each) => !about.mayEver(each, operation.name)))
        equal(codeOf(await target.service.execute(call(operation.name, principal(other), { key, value }))), 'forbidden')
      equal(codeOf(await target.service.execute(call(operation.name, null, { key, value }))), 'unauthenticated')
    })
  }
})
