import type { Scenario, Step } from '../scenario.ts'
import { type AskedEntity, askedEntity } from './asked-entity.ts'
import { invalid } from './creation-plan.ts'
import type { Derivation } from './derivation.ts'
import { restBesideRows } from './rest-beside-rows.ts'
import { restConnections } from './rest-connections.ts'
import { restDeprecations } from './rest-deprecations.ts'
import { restJsonPatches } from './rest-json-patch.ts'
import { restQueries } from './rest-queries.ts'
import { malformed, restScenario as scenario } from './rest-scenario.ts'
import { restVersions } from './rest-versions.ts'

/** HTTP itself: what a client of another make may send, and what it is answered (RFC 9110, RFC 7396). */
export const restProtocolScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = askedEntity(deriving)
  if (!asked) return []
  return [
    ...formats(asked),
    ...restQueries(asked),
    ...conditions(asked),
    ...restJsonPatches(asked),
    ...restConnections(asked),
    ...heads(asked),
    ...restDeprecations(deriving),
    ...restVersions(asked),
  ]
}

const code = (status: number, equals: string): Step['expect'] => ({ status, body: [{ at: '/code', equals }] })
const unsupported = code(415, 'unsupported-media-type')

/** RFC 6750 section 3. */
const challenged = (equals: string): Step['expect'] => ({ status: 401, headers: { 'www-authenticate': { equals } } })

const formats = ({ about, role, one, list, body, change }: AskedEntity): readonly Scenario[] => {
  const create = about.path('create') ?? ''
  const send = (type: string, expect: Step['expect'], more: Partial<Step> = {}): Step => ({
    as: role,
    method: 'POST',
    path: create,
    text: JSON.stringify(body),
    headers: { 'content-type': type },
    expect,
    ...more,
  })
  const patch = { method: 'PATCH', path: one, text: JSON.stringify(change) } as const
  const put = { method: 'PUT', path: one } as const
  const accept = (text: string, status: number): Step => ({
    as: role,
    method: 'GET',
    path: `${list}?limit=1`,
    headers: { accept: text },
    expect: status === 406 ? code(406, 'not-acceptable') : { status },
  })
  return [
    scenario('media-types', 'bodies are JSON in UTF-8, and a merge patch is for PATCH alone', [
      ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/x-ndjson'].map((type) =>
        send(type, unsupported),
      ),
      ...['application/json; charset=latin1', 'application/json;charset="utf-16"'].map((type) =>
        send(type, unsupported),
      ),
      send('application/merge-patch+json', unsupported),
      ...(about.path('replace', about.rows[0]) === null
        ? []
        : [send('application/merge-patch+json', unsupported, put)]),
      ...[
        'application/merge-patch+json',
        'application/merge-patch+json; charset=utf-8',
        'application/json',
        'application/json; charset=UTF-8',
        'application/json; charset="utf8"',
        'application/json; profile=x',
      ].map((type) => send(type, { status: 200 }, patch)),
    ]),
    scenario(
      'endless-numbers',
      'a number of over a thousand digits, or with such an exponent, is refused at its place',
      [
        send('application/json', invalid(['/digits', '/exponent', '/other'].map((path) => [path, 'digits'])), {
          text: `{"digits":${'1'.repeat(1001)},"exponent":1e1001,"other":-1e-1001}`,
        }),
      ],
    ),
    scenario('content-coding', 'a body comes as it is: one that is compressed is refused before it is read', [
      ...['gzip', 'br', 'identity, gzip'].map((coding) =>
        send(
          'application/json',
          { ...unsupported, headers: { 'accept-encoding': { equals: 'identity' } } },
          {
            headers: { 'content-type': 'application/json', 'content-encoding': coding },
          },
        ),
      ),
      send(
        'application/json',
        { status: 200 },
        {
          ...patch,
          headers: { 'content-type': 'application/json', 'content-encoding': 'Identity' },
        },
      ),
    ]),
    scenario(
      'challenge',
      'who shows nothing is asked for a token, and who shows one that does not hold is told that it does not',
      [
        { as: null, method: 'GET', path: `${list}?limit=1`, expect: challenged('Bearer') },
        {
          as: null,
          method: 'GET',
          path: `${list}?limit=1`,
          headers: { authorization: 'Bearer none' },
          expect: challenged('Bearer error="invalid_token"'),
        },
      ],
      false,
    ),
    scenario(
      'accept',
      'answers are JSON for whoever takes it, and 406 for whoever does not',
      [
        ...['*/*', 'application/json', 'application/*', 'application/problem+json', 'text/html, */*;q=0.1'].map(
          (text) => accept(text, 200),
        ),
        ...['APPLICATION/JSON', 'application/json; q=0.5, text/html'].map((text) => accept(text, 200)),
        ...['text/html', 'application/json;q=0', 'application/json; q=0.000', 'image/*', 'application/xml'].map(
          (text) => accept(text, 406),
        ),
      ],
      false,
    ),
    scenario('bodies', 'a body is there, is JSON, is UTF-8, and is no longer than it may be', [
      send('application/json', invalid([['', 'required']]), { text: '' }),
      send('application/json; charset=utf-8', invalid([['/unheardOf', 'unknown']]), {
        ...patch,
        text: '{"unheardOf":1}',
      }),
      // Of a name that is longer than any of ours no more is told than is needed to know it again.
      send('application/json', invalid([[`/${'x'.repeat(127)}…`, 'unknown']]), {
        ...patch,
        text: `{"${'x'.repeat(300)}":1}`,
      }),
      send('application/json; charset=utf-8', { status: 422 }, { text: '{"unheardOf":1}' }),
      {
        as: role,
        method: 'POST',
        path: create,
        bare: {
          lines: [
            `POST ${create} HTTP/1.1`,
            'host: {{authority}}',
            'authorization: Bearer {{token}}',
            'content-length: 0',
          ],
        },
        expect: { status: 422, says: ['required'] },
      },
      // The last would be a row, but for the quote before its first name.
      ...[
        '{',
        '{"a":1,}',
        'nonsense',
        '{} {}',
        "{'a':1}",
        '[1',
        '"x',
        'tru',
        JSON.stringify(body).replace('"', "'"),
      ].map((text) => send('application/json', malformed, { text })),
      tooLong(about.model.limits.bodyBytesMax, role, create),
      {
        as: role,
        method: 'POST',
        path: create,
        bare: {
          lines: [
            `POST ${create} HTTP/1.1`,
            'host: {{authority}}',
            'authorization: Bearer {{token}}',
            'content-type: application/json',
            'content-length: 7',
          ],
          body: '{"a":"\xff',
        },
        expect: { status: 400, says: ['not UTF-8'] },
      },
      {
        as: role,
        method: 'POST',
        path: create,
        text: `{${Array.from({ length: 30 }, (_, at) => `"m${at}":1,"m${at}":2`).join(',')}}`,
        expect: { status: 422, body: [{ at: '/errors', length: 20 }], says: ['There are more errors than these 20'] },
      },
      {
        as: role,
        method: 'POST',
        path: create,
        body: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`unknown${at}`, 1])),
        expect: { status: 422, body: [{ at: '/errors', length: 20 }] },
      },
    ]),
  ]
}

/** A body that says it is longer than any may be: it is not read. */
const tooLong = (most: number, role: string, path: string): Step => ({
  as: role,
  method: 'POST',
  path,
  bare: {
    lines: [
      `POST ${path} HTTP/1.1`,
      'host: {{authority}}',
      'authorization: Bearer {{token}}',
      'content-type: application/json',
      `content-length: ${most + 1}`,
    ],
  },
  expect: { status: 413, says: ['too-large', `${most} bytes`] },
})

const conditions = ({ role, one, list, body, change }: AskedEntity): readonly Scenario[] => {
  const read = (held: string, status: number, method: Step['method'] = 'GET'): Step => ({
    as: role,
    method,
    path: one,
    headers: { 'if-none-match': held },
    expect: { status, ...(status === 304 && { headers: { etag: { equals: '{{tag}}' } } }) },
  })
  const write = (held: string, status: number): Step => ({
    as: role,
    method: 'PATCH',
    path: one,
    body: change,
    headers: { 'if-match': held },
    expect: { status },
  })
  const tag: Step = { as: role, method: 'GET', path: one, expect: { status: 200 }, save: { tag: 'header:etag' } }
  return [
    scenario('if-none-match', 'a read is 304 for whoever holds the tag, weak or strong, alone or among others', [
      tag,
      ...['{{tag}}', 'W/{{tag}}', '"x", {{tag}}', '*', ' * ', '"x",W/{{tag}} '].map((held) => read(held, 304)),
      read('{{tag}}', 304, 'HEAD'),
      ...['"x"', 'x', 'W/"x", "y"'].map((held) => read(held, 200)),
      // Of reads alone: a write that is done is answered, and one of a row that is there is not done.
      { ...read('*', 201, 'POST'), path: list, body },
      { ...read('{{tag}}', 412, 'PATCH'), body: {} },
    ]),
    scenario('if-match', 'a write needs the tag, strong, alone or among others; a weak or broken one matches nothing', [
      tag,
      ...['W/{{tag}}', '"x"', 'x', '"x", W/{{tag}}', 'W/*'].map((held) => write(held, 412)),
      write('"x", {{tag}}', 200),
      write('*', 200),
      write(' * ', 200),
      ...['W/{{tag}}', '"x"', 'x'].map((held): Step => ({ ...read('', 412), headers: { 'if-match': held } })),
      tag,
      ...['{{tag}}', '"x", {{tag}}', '*'].map((held): Step => ({ ...read('', 200), headers: { 'if-match': held } })),
    ]),
    scenario('idempotency-keys', 'an idempotency key has 1 to 255 visible characters, and is given once', [
      ...['x'.repeat(256), 'a b', 'a\tb', 'é'].map(
        (key): Step => ({
          as: role,
          method: 'PATCH',
          path: one,
          body: change,
          headers: { 'idempotency-key': key },
          expect: malformed,
        }),
      ),
      {
        as: role,
        method: 'PATCH',
        path: one,
        body: change,
        headers: { 'idempotency-key': `{{run}}${'x'.repeat(219)}` },
        expect: { status: 200 },
      },
    ]),
  ]
}

const heads = ({ about, role, one, list }: AskedEntity): readonly Scenario[] => {
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const id = (given: string, matches: string): Step => ({
    as: role,
    method: 'GET',
    path: one,
    headers: { 'x-request-id': given },
    expect: { status: 200, headers: { 'x-request-id': { matches } } },
  })
  return [
    scenario(
      'methods',
      'HEAD is GET without its body, OPTIONS says what is offered, and others are 405',
      [
        {
          as: role,
          method: 'GET',
          path: one,
          expect: { status: 200 },
          save: { tag: 'header:etag', length: 'header:content-length' },
        },
        {
          as: role,
          method: 'HEAD',
          path: one,
          expect: { status: 200, headers: { etag: { equals: '{{tag}}' }, 'content-length': { equals: '{{length}}' } } },
        },
        { as: null, method: 'HEAD', path: one, expect: { status: 401 } },
        {
          as: null,
          method: 'OPTIONS',
          path: one,
          expect: {
            status: 204,
            headers: {
              allow: { matches: '.*GET, HEAD, OPTIONS, PATCH.*' },
              'accept-patch': { contains: 'merge-patch' },
            },
          },
        },
        { as: null, method: 'OPTIONS', path: `${one}/nowhere/at/all`, expect: { status: 404 } },
        {
          as: null,
          method: 'OPTIONS',
          path: list,
          expect: { status: 204, headers: { 'accept-patch': { absent: true } } },
        },
        { as: role, method: 'PATCH', path: list, body: {}, expect: code(405, 'method-not-allowed') },
        { as: role, method: 'POST', path: one, body: {}, expect: code(405, 'method-not-allowed') },
        // Nobody has to know a method to say that it is not offered (RFC 9110 section 15.5.6).
        ...['QUERY', 'REPORT', 'LINK'].map(
          (method): Step => ({
            as: role,
            method: 'GET',
            path: list,
            bare: {
              lines: [
                `${method} ${list} HTTP/1.1`,
                'host: {{authority}}',
                'authorization: Bearer {{token}}',
                'content-type: application/json',
                'content-length: 2',
              ],
              body: '{}',
            },
            expect: { status: 405, says: ['method-not-allowed'], headers: { allow: { contains: 'GET' } } },
          }),
        ),
        {
          as: null,
          method: 'PATCH',
          path: one,
          body: { x: 1 },
          expect: { status: 401, headers: { connection: { equals: 'close' } } },
        },
      ],
      false,
    ),
    ...restBesideRows(about, role, list),
    scenario(
      'request-ids',
      'a request keeps the id that it came with where it is fit for a log, else it is given one',
      [
        id('abc-1_2.3:4', 'abc-1_2\\.3:4'),
        id('x'.repeat(128), 'x{128}'),
        ...['x'.repeat(129), 'a b', '"><script>', 'a/b'].map((given) => id(given, '[0-9a-f-]{36}')),
        { as: role, method: 'GET', path: one, headers: { traceparent: trace }, expect: { status: 200 } },
        { as: role, method: 'GET', path: one, headers: { traceparent: 'nonsense' }, expect: { status: 200 } },
      ],
      false,
    ),
    scenario(
      'paths',
      'addresses are matched whole, letter by letter',
      [`${list.toUpperCase()}`, `${about.surface.base}/nowhere`, `${one}/nowhere`].map((path) => ({
        as: role,
        method: 'GET',
        path,
        expect: code(404, 'not-found'),
      })),
      false,
    ),
  ]
}
