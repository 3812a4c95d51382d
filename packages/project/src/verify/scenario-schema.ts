import { styles } from '@charter/styles'
import { z } from 'zod'

/**
 * What `scenario.ts` says of scenarios that a person wrote: a member that it does not have is a mistake, never left out. A
 * service that is started for them has no environment of theirs, which could run anything: a file of scenarios may come from anybody.
 */

const json = z.json()
const text = z.string()
const count = z.int().min(0)
const method = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const pattern = text.refine((source) => {
  try {
    return RegExp(source, 'su') !== null
  } catch {
    return false
  }
}, 'is no regular expression')

const checks = {
  equals: json.optional(),
  differs: json.optional(),
  holds: z.record(text, json).optional(),
  absent: z.literal(true).optional(),
  present: z.literal(true).optional(),
  length: count.optional(),
  lengthMin: count.optional(),
  contains: json.optional(),
  lacks: json.optional(),
  some: z.record(text, json).optional(),
  matches: pattern.optional(),
  each: z
    .strictObject({
      at: text,
      equals: z.array(json).optional(),
      all: json.optional(),
      unique: z.literal(true).optional(),
    })
    .optional(),
}
const isChecked = (check: object): boolean => Object.keys(check).some((name) => name !== 'at')
const unchecked =
  'says nothing: say one of equals, differs, holds, some, absent, present, length, contains, matches, each'

const expect = {
  status: z.union([z.int(), z.array(z.int())]).optional(),
  headers: z.record(text, z.strictObject(checks).refine(isChecked, unchecked)).optional(),
  body: z.array(z.strictObject({ at: text, ...checks }).refine(isChecked, unchecked)).optional(),
  says: z.array(text).optional(),
  lacks: z.array(text).optional(),
  statementsMax: count.optional(),
}

// The rest of what it says only scenarios of ours use: it is taken as it is.
const shows = z.looseObject({ by: z.enum(['development', 'provider', 'gateway', 'api-key', 'saml']) })

const start = z.strictObject({
  env: z.strictObject({}),
  says: z.array(text),
  lacks: z.array(text).optional(),
  logs: z.strictObject({ says: z.array(text), lacks: z.array(text) }).optional(),
  records: z.array(pattern).optional(),
})

const step = {
  as: text.nullable(),
  shows: shows.optional(),
  method,
  path: text.regex(
    /^(?:\/|\{\{)/,
    'begins with "/", or with what a step before saved: the service that is verified is asked, and no other',
  ),
  headers: z.record(text, text).optional(),
  body: json.optional(),
  text: text.optional(),
  bare: z.strictObject({ lines: z.array(text), body: text.optional() }).optional(),
  turns: z.array(z.record(text, json)).optional(),
  protocols: z.array(text).optional(),
  bytes: text.optional(),
  heldMs: count.optional(),
  walk: z.boolean().optional(),
  times: z.int().min(1).max(1000).optional(),
  holds: z.int().min(1).max(1000).optional(),
  holdsAs: z.array(text).optional(),
  untilStopped: z.literal(true).optional(),
  withinMs: z.int().min(0).max(600_000).optional(),
  expect: z.strictObject(expect),
  save: z.record(text.regex(/^\w+$/), text).optional(),
}

const scenario = {
  id: text.min(1),
  title: text,
  cites: z.array(text).default([]),
  rows: z.enum(['example', 'none', 'any']).default('none'),
  writes: z.boolean().default(true),
  steps: z.array(z.strictObject(step)),
  in: z.enum(styles.map(({ name }) => name)).optional(),
  start: start.optional(),
}

export const scenariosSchema = z.array(z.strictObject(scenario), {
  error: 'is no list of scenarios: begin each with "- id:"',
})

/** For what was meant by a name that is none. */
export const knownMembers: readonly string[] = [
  ...new Set([scenario, step, expect, checks].flatMap((each) => Object.keys(each))),
]
