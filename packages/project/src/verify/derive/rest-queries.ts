import { type Json, type Type, textOf } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import type { AskedEntity } from './asked-entity.ts'
import { invalid } from './creation-plan.ts'
import { type About, isOpenTo, isProtected, listed } from './derivation.ts'
import { malformed, restScenario } from './rest-scenario.ts'

const scenario = (id: string, title: string, steps: readonly Step[]): Scenario => restScenario(id, title, steps, false)

/** What the address of a request may say: parameters that are known, of their form, and given once. */
export const restQueries = ({ about, role, one, list }: AskedEntity): readonly Scenario[] => {
  const get = (query: string, expect: Step['expect'], path = list, save: Step['save'] = {}): Step => ({
    as: role,
    method: 'GET',
    path: `${path}?${query}`,
    expect,
    save,
  })
  const wrong = (query: string, given: readonly (readonly [string, string])[], path = list): Step =>
    get(query, invalid(given), path)
  const [field = ''] = about.entity.key
  const [relation] = about.entity.relations
  return [
    scenario('queries', 'a query is percent-encoded UTF-8, each parameter is known, of its form, and given once', [
      ...['%', 'limit=%', '%zz=1', `filter[${field}]=%ff`, '%ff=1', 'limit=%e2%82'].map((query) =>
        get(query, malformed),
      ),
      ...['', '&', 'limit=1&', '&&limit=1', `filter%5B${field}%5D%5BisNull%5D=false&limit=1`].map((query) =>
        get(query, { status: 200 }),
      ),
      ...(listed(about, role).length > 1
        ? [
            get('&limit=1', {
              status: 200,
              headers: { link: { matches: '<[^?]+\\?limit=1&after=[^&>]+>; rel="next"' } },
            }),
          ]
        : []),
      ...(listed(about, role).length > 2
        ? [
            get('limit=1', { status: 200 }, list, { next: '/next' }),
            // The cursor of a page is not kept beside that of the next.
            get('after={{next}}&limit=1', {
              status: 200,
              headers: { link: { matches: '<[^?]+\\?limit=1&after=[^&>]+>; rel="next"' } },
            }),
          ]
        : []),
      ...together(about, role).map(([query, keys]) =>
        get(query, { status: 200, body: [{ at: '/items', each: { at: `/${field}`, equals: keys } }] }),
      ),
      wrong('nonsense=1', [['?nonsense', 'unknown']]),
      wrong('limit[x]=1', [['?limit[x]', 'unknown']]),
      wrong('[limit]=1', [['?[limit]', 'unknown']]),
      wrong('limit]=1', [['?limit]', 'unknown']]),
      wrong('limit[=1', [['?limit[', 'unknown']]),
      wrong(`filter[${field}x=1`, [[`?filter[${field}x`, 'unknown']]),
      ...['limit=1', 'sort=', 'fields=', 'count=true', 'after=x'].map((each) =>
        get(`${each}&${each}`, {
          status: 422,
          body: [{ at: '/errors', some: { '/path': `?${each.split('=')[0]}`, '/code': 'duplicate' } }],
        }),
      ),
      ...['x', '-1', '1.5', '', '1e1', ' 1', '9999999999'].map((value) =>
        wrong(`limit=${encodeURIComponent(value)}`, [['?limit', 'wrong-type']]),
      ),
      ...['yes', '1', '', 'TRUE'].map((value) => wrong(`count=${value}`, [['?count', 'wrong-type']])),
      ...['maybe', '', '1', 'TRUE'].map((value) =>
        wrong(`filter[${field}][isNull]=${value}`, [[`?filter[${field}][isNull]`, 'wrong-type']]),
      ),
      wrong(`filter[${field}][eq][x]=1`, [[`?filter[${field}][eq][x]`, 'unknown']]),
      wrong(`filter[${field}][near]=1`, [[`?filter[${field}][near]`, 'unknown']]),
      wrong(`filter[${field}][isNull]=false&filter[${field}][isNull]=false`, [
        [`?filter[${field}][isNull]`, 'duplicate'],
      ]),
      get('filter={}&filter={}', {
        status: 422,
        body: [{ at: '/errors', some: { '/path': '?filter', '/code': 'duplicate' } }],
      }),
      wrong('include=nobody', [['?include', 'unknown']]),
    ]),
    scenario(
      'queries-of-values',
      'a value in an address that is none of its field’s type is refused where it stands',
      about.entity.fields
        .filter((each) => each.isFilterable && isOpenTo(about, role, each) && !isProtected(each))
        .flatMap(({ name, type }) =>
          [
            ...(misspelt[type.kind] ?? []).map((text) => `filter[${name}]=${encodeURIComponent(text)}`),
            // As others write a list: told how it is written here.
            ...(joined[type.kind] ?? []).map((text) => `filter[${name}][in]=${text}`),
          ].map((query) =>
            get(query, {
              status: 422,
              body: [{ at: '/errors/0/path', matches: `\\?filter\\[${name}\\](?:\\[in\\])?|/filter/${name}` }],
              ...(query.includes('[in]=') && { says: ['Give it once for each value'] }),
            }),
          ),
        ),
    ),
    scenario('queries-of-one', 'what is about one row takes no page, and what writes takes neither', [
      ...['filter[a]=1', 'sort=a', 'limit=1', 'after=x', 'count=true'].map((query) =>
        get(query, { status: 422, body: [{ at: '/errors/0/code', equals: 'unknown' }] }, one),
      ),
      ...(relation
        ? [
            wrong(`include=${relation.name}&include=${relation.name}`, [['?include', 'duplicate']], one),
            wrong(`include[${relation.name}][include]=x`, [[`?include[${relation.name}][include]`, 'unknown']], one),
            wrong(`include[nobody][limit]=1`, [['?include[nobody][limit]', 'unknown']], one),
          ]
        : []),
      {
        as: role,
        method: 'PATCH',
        path: `${one}?limit=1`,
        body: { unheardOf: 1 },
        expect: { status: 422, body: [{ at: '/errors', some: { '/path': '?limit' } }] },
      },
    ]),
    scenario('addresses', 'an address is percent-encoded, and at most 8192 characters long', [
      { as: role, method: 'GET', path: `${list}/%zz`, expect: malformed },
      { as: role, method: 'GET', path: `${list}/%ff`, expect: malformed },
      {
        as: role,
        method: 'GET',
        path: `${list}?limit=1&after=${'x'.repeat(8192 - list.length - 15)}`,
        expect: { status: 400 },
      },
      {
        as: role,
        method: 'GET',
        path: `${list}?limit=1&after=${'x'.repeat(8193 - list.length - 15)}`,
        expect: { status: 414 },
      },
      {
        as: role,
        method: 'GET',
        path: `${list}/${'x'.repeat(2049)}`,
        expect: { status: 400, says: ['2048 characters'] },
      },
    ]),
  ]
}

/** By kind of type: what is no value of it, however large its range. */
const joined: Readonly<Partial<Record<Type['kind'], readonly string[]>>> = {
  int32: ['1,2'],
  date: ['2024-01-01,2024-01-02'],
}

const misspelt: Readonly<Partial<Record<Type['kind'], readonly string[]>>> = {
  int32: ['1.5', '1e400', '0x1', 'x', ''],
  int64: ['1.5', '9223372036854775808', '1e400', 'x', ''],
  float64: ['1e400', 'x', ''],
  decimal: ['1,5', '1e5', 'x'],
  boolean: ['yes', '1', ''],
  date: ['2024-13-01', '2023-02-29', 'x'],
  time: ['25:00:00', 'x'],
  dateTime: ['2024-01-01T25:00:00', '2024-01-01', 'x'],
  instant: ['2024-01-01T00:00:00', '2024-13-01T00:00:00Z', 'x'],
  duration: ['1 day', 'P'],
  uuid: ['0190f5c6-7b1e-7c3a-9a55', 'x'],
  enum: ['nobody', ''],
}

/** Conditions on one field and on two, each with the keys of the rows for which all of them hold. */
const together = (about: About, role: string): readonly (readonly [query: string, keys: readonly Json[]])[] => {
  const [key = '', ...others] = about.entity.key
  const [one, two] = listed(about, role).map((row) => row[key] ?? null)
  const [row] = listed(about, role)
  const of = about.entity.fields.find(
    (each) => !about.entity.key.includes(each.name) && !isProtected(each) && typeof row?.[each.name] === 'string',
  )
  if (one === undefined || two === undefined || others.length > 0 || isSecret(about, key)) return []
  if (about.model.limits.pageSizeDefault < 2) return []
  const filter = (name: string, operator: string, value: Json): string =>
    `filter[${name}][${operator}]=${encodeURIComponent(textOf(value))}`
  const all = (...of: readonly string[]): string => of.join('&')
  const both = [one, two].toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  return [
    [all(filter(key, 'in', one), filter(key, 'in', two), `sort=${key}`), both],
    [all(filter(key, 'eq', one), filter(key, 'in', two)), []],
    [all(filter(key, 'in', one), filter(key, 'eq', two)), []],
    ...(of ? [[all(filter(key, 'in', one), filter(of.name, 'in', row?.[of.name] ?? null)), [one]] as const] : []),
  ]
}

const isSecret = ({ entity }: About, field: string): boolean =>
  entity.fields.some((each) => each.name === field && isProtected(each))
