import {
  hasBody,
  type JsonObject,
  type MoveModel,
  moveAction,
  type OperationModel,
} from '../../../src/runtime/index.ts'
import { meetsChecks } from '../examples/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { invalid } from './creation-plan.ts'
import { type About, filledPath, roleThat } from './derivation.ts'
import { inputOf } from './surface.ts'

/** A field with states changes by its moves alone, each from where it begins; over rows that are in one state or another. */
export const stateScenarios = (about: About): readonly Scenario[] => {
  const moves = about.model.operations.flatMap((operation) =>
    operation.entity === about.entity.name && operation.move ? [{ operation, move: operation.move }] : [],
  )
  return [...written(about), ...made(about, moves), ...elsewhere(about, moves)].map((scenario) => ({
    ...scenario,
    cites: ['states'],
    rows: 'example',
    writes: true,
  }))
}

type Told = Pick<Scenario, 'id' | 'title' | 'steps'>

interface EntityMove {
  readonly operation: OperationModel
  readonly move: MoveModel
}

const written = (about: About): readonly Told[] => {
  const { entity, rows } = about
  const [row] = rows
  const path = about.path('update', row)
  const states = entity.fields.filter(({ isState }) => isState)
  const role = roleThat(about, ['read', 'update'])
  if (!row || path === null || role === undefined || states.length === 0) return []
  return [
    {
      id: `${entity.name}.states.written`,
      title: `nobody writes the state of ${entity.name}, not even as it is`,
      steps: states.map(
        ({ name }): Step => ({
          as: role,
          method: 'PATCH',
          path,
          body: { [name]: row[name] ?? null },
          expect: invalid([[`/${name}`, 'not-writable']]),
        }),
      ),
    },
  ]
}

/** Each move that is nothing else, of a row that is where it begins; made once, it does not begin there any more. */
const made = (about: About, moves: readonly EntityMove[]): readonly Told[] =>
  moves.flatMap(({ operation, move }) => {
    if (hasBody(operation)) return []
    const { name } = operation
    const after = (row: JsonObject): JsonObject => ({ ...row, [move.field]: move.to })
    const asked = askedOf(
      about,
      operation,
      (row, role) =>
        move.from.includes(String(row[move.field])) &&
        (!move.isGuarded || about.can(role, moveAction(name), row)) &&
        meetsChecks(about.entity, after(row)) &&
        about.can(role, 'read', after(row)),
    )
    if (!asked) return []
    const { step, row, role } = asked
    return [
      {
        id: `${name}.moves`,
        title: `${name} takes a row to ${move.to}, and does so once`,
        steps: [
          { ...step, expect: { status: 200, body: [{ at: `/${move.field}`, equals: move.to }] } },
          // Whether one may is asked before the state.
          ...(about.can(role, name, after(row)) ? [{ ...step, expect: conflict(`\`${move.to}\``) }] : []),
        ],
      },
    ]
  })

/** Each move, of a row that is in another state. */
const elsewhere = (about: About, moves: readonly EntityMove[]): readonly Told[] =>
  moves.flatMap(({ operation, move }) => {
    const asked = askedOf(about, operation, (row) => !move.from.includes(String(row[move.field])))
    if (!asked) return []
    return [
      {
        id: `${operation.name}.elsewhere`,
        title: `${operation.name} is a conflict for a row in another state`,
        steps: [
          {
            ...asked.step,
            expect: conflict(`\`${operation.name}\` moves it from`),
          },
        ],
      },
    ]
  })

const conflict = (says: string): Step['expect'] => ({
  status: 409,
  body: [
    { at: '/code', equals: 'conflict' },
    { at: '/detail', contains: says },
  ],
})

interface AskedMove {
  readonly step: Omit<Step, 'expect'>
  readonly row: JsonObject
  readonly role: string
}

/** The operation, asked by a role that may read a row and do it to that; null where there is none. */
const askedOf = (
  about: About,
  operation: OperationModel,
  isWanted: (row: JsonObject, role: string) => boolean,
): AskedMove | null => {
  const { model, surface, rows } = about
  const route = surface.routes.find(({ kind, operation: name }) => kind === 'operation' && name === operation.name)
  const body = operation.input.length > 0 ? { body: inputOf(operation, model.types) } : {}
  for (const row of rows)
    for (const role of model.access.roles) {
      const path = route && filledPath(route.path, row)
      const mayAct = about.can(role, operation.name, row) && about.can(role, 'read', row)
      if (path && mayAct && isWanted(row, role))
        return { step: { as: role, method: route.method, path, ...body }, row, role }
    }
  return null
}
