import type { ServiceModel } from '../call/model.ts'

export type Versioned = Pick<ServiceModel, 'name' | 'version'>

/** What `Accept` asks for in JSON (RFC 9110 section 12.5.1). */
export interface AcceptedJson {
  /** The media type that names the version served, where one was asked for. */
  readonly type?: string
  /** It takes JSON, of other versions alone. */
  readonly isOther?: true
}

/**
 * The first of what `Accept` lists that can be answered, or null: it takes no JSON. A version is asked for by
 * `application/json; version=2` or `application/vnd.<name>.v2+json`, and is the major one of the charter.
 */
export const acceptedJson = (accept: string | undefined, served: Versioned | undefined): AcceptedJson | null => {
  if (accept === undefined) return {}
  const ranges = accept.split(',').flatMap((item) => rangeIn(item, served) ?? [])
  return ranges.find(({ isOther }) => !isOther) ?? ranges[0] ?? null
}

const plain = ['*/*', 'application/*', 'application/problem+json']

const rangeIn = (item: string, served: Versioned | undefined): AcceptedJson | null => {
  const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  if (parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) return null
  if (plain.includes(range)) return {}
  const major = majorOf(served)
  const named = /^application\/vnd\.([a-z0-9-]+)\.v(\d+)\+json$/.exec(range)
  if (named) return named[1] !== served?.name ? null : named[2] === major ? { type: range } : { isOther: true }
  if (range !== 'application/json') return null
  const version = parameters
    .map((parameter) => /^version="?([^"]*)"?$/.exec(parameter)?.[1])
    .find((of) => of !== undefined)
  if (version === undefined) return {}
  return version === major ? { type: `application/json; version=${major}` } : { isOther: true }
}

/** One charter is one major version. */
export const majorOf = (served: Versioned | undefined): string | undefined => served?.version.split('.')[0]
