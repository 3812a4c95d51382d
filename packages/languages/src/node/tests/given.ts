import { type ExampleRows, isAllowedExample } from '@charter/charter'
import type { EntityModel, JsonObject } from '@charter/runtime'
import { type Code, code, imported } from '../../code.ts'
import type { Emitting } from '../emitting.ts'
import type { AddressOf } from '../rest/addresses.ts'
import { stringLiteral } from '../text.ts'

/** What the cases of one entity are made from. */
export interface Given {
  readonly emitting: Emitting
  readonly entity: EntityModel
  readonly examples: ExampleRows
  readonly row: JsonObject | undefined
  readonly addresses: AddressOf
  can(role: string, action: string, of?: JsonObject): boolean
}

/** The entity's first example row, and what each role may do with it. */
export const givenOf = (
  emitting: Emitting,
  entity: EntityModel,
  examples: ExampleRows,
  addresses: AddressOf,
): Given => {
  const row = examples.rows[entity.name]?.[0]
  return {
    emitting,
    entity,
    examples,
    row,
    addresses,
    can: (role, action, of = row) =>
      of !== undefined &&
      isAllowedExample(emitting.model, examples, { role, entity: entity.name, action, row: of, claims: 0 }),
  }
}

export const equal = imported('node:assert/strict', 'deepEqual')
export const testCase = (name: string, body: Code): Code => code`
  ${imported('node:test', 'test')}(${stringLiteral(name)}, async () => {
    ${body}
  })

`

export const rolesOf = ({ emitting }: Given) => emitting.model.access.roles

/** Roles that no rule allows the action for any row: refused whatever the row. */
export const refusedRoles = (given: Given, action: string): readonly string[] =>
  rolesOf(given).filter(
    (role) =>
      !given.emitting.model.access.rules.some(
        (rule) =>
          rule.effect === 'permit' &&
          (rule.entity === null || rule.entity === given.entity.name) &&
          rule.actions.includes(action) &&
          (rule.roles.length === 0 || rule.roles.includes(role)),
      ),
  )

/** The row as the role sees it. */
export const shownTo = ({ entity, can }: Given, role: string, row: JsonObject): JsonObject =>
  Object.fromEntries(
    entity.fields
      .filter(({ reveal }) => reveal === undefined || can(role, `reveal:${reveal}`))
      .map(({ name }) => [name, row[name] ?? null]),
  )
