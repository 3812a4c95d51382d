import type { Json, JsonObject } from '../../../src/runtime/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import { bodyOf } from './bodies.ts'
import { type About, isOpenTo, statementsOf } from './derivation.ts'
import { get, scenario, type UpdateSource } from './update-source.ts'

/** A read carries a strong entity tag, and 304 where the client holds it. */
export const tags = (about: About, role: string, one: string): Scenario =>
  scenario(
    about,
    'etag.reads',
    'a row has a strong entity tag, the same while it does not change; who holds it gets 304',
    ['update'],
    [
      get(role, one, {
        expect: {
          status: 200,
          headers: { etag: { matches: '"[^"]+"' } },
          statementsMax: statementsOf(1, about.entity),
        },
        save: { etag: 'header:etag' },
      }),
      get(role, one, { expect: { status: 200, headers: { etag: { equals: '{{etag}}' } } } }),
      get(role, one, {
        headers: { 'if-none-match': '{{etag}}' },
        expect: { status: 304, headers: { etag: { equals: '{{etag}}' } } },
      }),
      get(role, one, { headers: { 'if-none-match': '"another", {{etag}}' }, expect: { status: 304 } }),
      get(role, one, { headers: { 'if-none-match': '"another"' }, expect: { status: 200 } }),
      { as: role, method: 'HEAD', path: one, expect: { status: 200, headers: { etag: { equals: '{{etag}}' } } } },
    ],
    false,
  )

/** Another view of the row is another representation: its tag differs, and a 304 for the one is not given for the other. */
export const views = (about: About, role: string, one: string, row: JsonObject): readonly Scenario[] => {
  const [field, more] = about.entity.fields
  const other = about.model.access.roles.find(
    (each) =>
      each !== role &&
      about.can(each, 'read', row) &&
      !about.entity.fields.every((of) => isOpenTo(about, each, of, 'read')),
  )
  return [
    scenario(
      about,
      'etag.views',
      'the tag tells views of a row apart',
      ['update', 'masking'],
      [
        get(role, one, { save: { etag: 'header:etag' } }),
        // Of a row of one field that field is the whole of it.
        ...(more
          ? [
              get(role, `${one}?fields=${field?.name}`, {
                headers: { 'if-none-match': '{{etag}}' },
                expect: { status: 200, headers: { etag: { differs: '{{etag}}' } } },
              }),
            ]
          : []),
        ...(other === undefined
          ? []
          : [
              get(other, one, {
                headers: { 'if-none-match': '{{etag}}' },
                expect: { status: 200, headers: { etag: { differs: '{{etag}}' } } },
              }),
            ]),
      ],
      false,
    ),
  ]
}

const withoutVersion = { status: 428, body: [{ at: '/code', equals: 'precondition-required' }] } as const

const required = (
  about: About,
  { role, one, patch }: { readonly role: string; readonly one: string; readonly patch: Step },
): Scenario =>
  scenario(
    about,
    'if-match.required',
    'a change that says of no version is refused, and changes nothing',
    ['update'],
    [
      get(role, one, { save: { etag: 'header:etag' } }),
      patch,
      { ...patch, method: 'PUT', body: bodyOf(about, role, about.rows[0] ?? {}, 'replace') },
      get(role, one, { expect: { status: 200, headers: { etag: { equals: '{{etag}}' } } } }),
    ],
  )

/** `If-Match` guards every write; a weak, stale or foreign tag changes nothing. */
export const preconditions = (
  { about, role, one }: UpdateSource,
  change: { readonly field: { readonly name: string }; readonly value: Json } | undefined,
): readonly Scenario[] => {
  if (!change) return []
  const { name } = change.field
  const stale = { status: 412, body: [{ at: '/code', equals: 'precondition-failed' }] } as const
  const patch = (headers: Record<string, string>, expect: Step['expect'], more: Partial<Step> = {}): Step => ({
    as: role,
    method: 'PATCH',
    path: one,
    body: { [name]: change.value },
    headers,
    expect,
    ...more,
  })
  return [
    scenario(
      about,
      'if-match',
      'a tag of the stored version lets a write through, any other stops it',
      ['update'],
      [
        get(role, one, { save: { etag: 'header:etag', was: `/${name}` } }),
        patch({ 'if-match': '"not-the-tag"' }, stale),
        patch({ 'if-match': 'W/{{etag}}' }, stale),
        get(role, one, {
          expect: {
            status: 200,
            headers: { etag: { equals: '{{etag}}' } },
            body: [{ at: `/${name}`, equals: '{{was}}' }],
          },
        }),
        patch({ 'if-match': '{{etag}}' }, { status: 200 }, { save: { newer: 'header:etag' } }),
        patch({ 'if-match': '{{etag}}' }, stale),
        patch({ 'if-match': '{{newer}}' }, { status: 200 }),
        patch({ 'if-match': '*' }, { status: 200 }),
        {
          ...patch({ 'if-match': '{{etag}}' }, stale),
          method: 'PUT',
          body: bodyOf(about, role, about.rows[0] ?? {}, 'replace'),
        },
      ],
    ),
    scenario(
      about,
      'if-match.view',
      'the tag of any view of the row will do',
      ['update'],
      [
        get(role, `${one}?fields=${about.entity.key[0]}`, { save: { etag: 'header:etag' } }),
        patch({ 'if-match': '{{etag}}' }, { status: 200 }),
      ],
    ),
    ...(about.model.ifMatch === 'required' ? [required(about, { role, one, patch: patch({}, withoutVersion) })] : []),
    {
      ...scenario(
        about,
        'if-none-match',
        'a write goes through unless one of the tags is that of the stored version',
        ['update'],
        [
          patch({ 'if-none-match': '"another"' }, { status: 200 }, { save: { etag: 'header:etag' } }),
          patch({ 'if-none-match': '"another", {{etag}}' }, stale),
        ],
      ),
      // Of HTTP: no other style carries it.
      in: 'rest',
    },
    scenario(
      about,
      'if-match.race',
      'of two writes with the same tag at once, one is done',
      ['update', 'transaction'],
      [
        get(role, one, { save: { etag: 'header:etag' } }),
        patch(
          { 'if-match': '{{etag}}' },
          { body: [{ at: '/answers', each: { at: '/status', equals: [200, 412, 412] } }] },
          { times: 3 },
        ),
      ],
    ),
  ]
}
