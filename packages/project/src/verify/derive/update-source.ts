import type { JsonObject } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import type { About } from './derivation.ts'

/** What scenarios of one role's writes to one row are made from. */
export interface UpdateSource {
  readonly about: About
  readonly role: string
  /** The row's address. */
  readonly one: string
  readonly row: JsonObject
}

export const scenario = (
  about: About,
  id: string,
  title: string,
  cites: readonly string[],
  steps: readonly Step[],
  writes = true,
): Scenario => ({
  id: `${about.entity.name}.${id}`,
  title,
  cites,
  rows: 'example',
  writes,
  steps,
})

export const get = (as: string, path: string, more: Partial<Step> = {}): Step => ({
  as,
  method: 'GET',
  path,
  expect: { status: 200 },
  ...more,
})
