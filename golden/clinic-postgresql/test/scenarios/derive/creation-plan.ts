import type { Json, JsonObject } from '../../../src/runtime/index.ts'
import type { Place, Scenario, Step } from '../scenario.ts'
import type { About } from './derivation.ts'

export interface CreationPlan {
  readonly about: About
  readonly role: string
  readonly path: string
  readonly body: JsonObject
}

export const scenario = (
  { about }: CreationPlan,
  id: string,
  title: string,
  cites: readonly string[],
  steps: readonly Step[],
): Scenario => ({
  id: `${about.entity.name}.create.${id}`,
  title,
  cites,
  rows: 'example',
  writes: true,
  steps,
})

export const post = ({ role, path }: CreationPlan, body: Json, expect: Step['expect']): Step => ({
  as: role,
  method: 'POST',
  path,
  body,
  expect,
})

/** Problems exactly these, in order. */
export const invalid = (errors: readonly (readonly [path: string, code: string])[]): Step['expect'] => ({
  status: 422,
  body: [
    { at: '/code', equals: 'invalid-input' },
    { at: '/errors', each: { at: '/path', equals: errors.map(([path]) => path) } },
    { at: '/errors', each: { at: '/code', equals: errors.map(([, code]) => code) } },
  ],
})

/** Where what was sent is read: what nobody is told is nowhere. */
export const placesOf = ({ entity }: Pick<About, 'entity'>, fields: JsonObject): readonly Place[] =>
  Object.entries(fields).map(([name, equals]) => ({
    at: `/${name}`,
    ...(entity.writeOnly?.some((field) => field.name === name) ? { absent: true } : { equals }),
  }))
