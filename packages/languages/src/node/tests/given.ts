import { type ExampleRows, exampleRows, isAllowedExample, rowsOfOne } from '@charter/charter'
import type { EntityModel, JsonObject, Rule } from '@charter/runtime'
import { type Code, code, imported, importedType } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import type { AddressOf } from '../rest/addresses.ts'
import { stringLiteral } from '../text.ts'
import { mineCount, rowCount } from './rows.ts'
import { withRefused } from './with-refused.ts'

/** What the cases of one entity are made from. */
export interface Given {
  readonly emitting: EmitContext
  readonly entity: EntityModel
  readonly examples: ExampleRows
  readonly row: JsonObject | undefined
  readonly addresses: AddressOf
  /** A row with values that no example row has: for what must be unique. */
  readonly fresh: JsonObject
  /** The entity's own rules. */
  readonly rules: readonly Rule[]
  can(role: string, action: string, of?: JsonObject): boolean
  /** Of a row of another entity. */
  canOf(role: string, entity: EntityModel, action: string, row: JsonObject): boolean
}

/** What the cases of every entity share, made once. */
export interface Shared {
  readonly emitting: EmitContext
  readonly examples: ExampleRows
  readonly addresses: AddressOf
  readonly fresh: ExampleRows
  /** By entity; under the empty name those of every entity. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>
}

export const sharedOf = (emitting: EmitContext, addresses: AddressOf): Shared => ({
  emitting,
  addresses,
  examples: withRefused(emitting.model, rowsOfOne(emitting.model, exampleRows(emitting.model, rowCount), mineCount)),
  fresh: exampleRows(emitting.model, rowCount + 5),
  rules: Map.groupBy(emitting.model.access.rules, ({ entity }) => entity ?? ''),
})

/** The entity's first example row, and what each role may do with it. */
export const givenOf = ({ emitting, examples, addresses, fresh, rules }: Shared, entity: EntityModel): Given => {
  const row = examples.rows[entity.name]?.[0]
  const canOf: Given['canOf'] = (role, { name }, action, of) =>
    isAllowedExample(emitting.model, examples, { role, entity: name, action, row: of, claims: 0 })
  return {
    emitting,
    entity,
    examples,
    row,
    addresses,
    fresh: fresh.rows[entity.name]?.at(-1) ?? {},
    rules: [...(rules.get('') ?? []), ...(rules.get(entity.name) ?? [])],
    can: (role, action, of = row) => of !== undefined && canOf(role, entity, action, of),
    canOf,
  }
}

export const equal = imported('node:assert/strict', 'deepEqual')
/** A row of an answer, of which tests know more than its type says. */
export const rowType = importedType('./support.ts', 'Row')
/** The same, for tests in `test/service/`. */
export const serviceRowType = importedType('../support.ts', 'Row')
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
      !given.rules.some(
        (rule) =>
          rule.effect === 'permit' &&
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
