import type { Json } from '../../../src/runtime/index.ts'
import { isChecked } from '../examples/index.ts'
import type { Scenario, Step } from '../scenario.ts'
import type { AskedEntity } from './asked-entity.ts'
import { writable } from './bodies.ts'
import { restScenario as scenario } from './rest-scenario.ts'

const type = 'application/json-patch+json'

/** A JSON Patch (RFC 6902) is judged as the merge that it amounts to, and looks at the row of now. */
export const restJsonPatches = ({ about, role, row, one, list, change }: AskedEntity): readonly Scenario[] => {
  const [[field = '', value = null] = []] = Object.entries(change)
  const [key = ''] = about.entity.key
  const pointer = `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const patch = (operations: Json, expect: Step['expect'], headers: Step['headers'] = {}, path = one): Step => ({
    as: role,
    method: 'PATCH',
    path,
    text: JSON.stringify(operations),
    headers: { 'content-type': type, ...headers },
    expect,
  })
  const refused = (
    status: number,
    code: string,
    more: readonly (readonly [string, string])[] = [],
  ): Step['expect'] => ({
    status,
    body: [
      { at: '/code', equals: code },
      ...more.map(([path, of]) => ({ at: '/errors', some: { '/path': path, '/code': of } })),
    ],
  })
  const isNow = (now: Json): Step['expect'] => ({ status: 200, body: [{ at: `/${field}`, equals: now }] })
  const read: Step = { as: role, method: 'GET', path: one, expect: { status: 200 } }
  const invalid = (errors: readonly (readonly [string, string])[]): Step['expect'] =>
    refused(422, 'invalid-input', errors)
  // Who may read the row and change none is told that, before what the patch tests for.
  const readers = about.model.access.roles.filter(
    (each) => about.can(each, 'read', row) && !about.mayEver(each, 'update'),
  )
  const others = writable(about, role, 'replace').filter(({ protect }) => !protect)
  const inside = others.find(({ type }) => type.kind === 'json')?.name
  const droppable = others.find(({ name, isOptional }) => isOptional && !isChecked(about.entity, name))?.name
  const [relation] = about.entity.relations
  return [
    ...(inside === undefined ? [] : insideScenarios(`/${inside}`, patch, refused(409, 'conflict'))),
    ...(droppable === undefined
      ? []
      : [
          scenario('json-patch.removes', 'to remove a whole field is to take its value away, whatever the row is', [
            patch(
              [{ op: 'remove', path: `/${droppable}` }],
              { status: 200, body: [{ at: `/${droppable}`, equals: null }] },
              { 'idempotency-key': '{{run}}-remove' },
            ),
          ]),
        ]),
    scenario('json-patch', 'a JSON Patch does what the merge does that it amounts to', [
      { ...read, save: { before: `/${field}`, tag: 'header:etag' } },
      patch([{ op: 'replace', path: pointer, value }], isNow(value)),
      { ...read, expect: isNow(value) },
      patch([{ op: 'replace', path: pointer, value }], refused(412, 'precondition-failed'), { 'if-match': '{{tag}}' }),
      patch([{ op: 'test', path: pointer, value }], refused(412, 'precondition-failed'), { 'if-match': '{{tag}}' }),
      patch([], { status: 200 }),
      patch([{ op: 'add', path: pointer, value, more: 1 }], isNow(value), { 'idempotency-key': '{{run}}-patch' }),
      patch(
        [{ op: 'add', path: pointer, value, more: 1 }],
        { ...isNow(value), headers: { 'idempotency-replayed': { equals: 'true' } } },
        { 'idempotency-key': '{{run}}-patch' },
      ),
    ]),
    scenario('json-patch.looks', 'what a JSON Patch tests for is what the row is; where it is not so nothing is done', [
      patch(
        [
          { op: 'replace', path: pointer, value },
          { op: 'test', path: pointer, value },
        ],
        isNow(value),
      ),
      patch([{ op: 'test', path: pointer, value }], isNow(value)),
      patch(
        [
          { op: 'test', path: pointer, value: { never: true } },
          { op: 'remove', path: pointer },
        ],
        refused(409, 'conflict'),
      ),
      patch([{ op: 'replace', path: `${pointer}/none/below`, value: 1 }], refused(409, 'conflict')),
      patch([{ op: 'test', path: pointer, value }], refused(400, 'malformed'), { 'idempotency-key': '{{run}}-test' }),
      patch([{ op: 'copy', from: pointer, path: pointer }], isNow(value)),
      { ...patch([{ op: 'test', path: pointer, value }], { status: 401 }), as: null },
      ...readers.map((reader) => ({
        ...patch([{ op: 'test', path: pointer, value: { never: true } }], refused(403, 'forbidden')),
        as: reader,
      })),
      { ...read, expect: isNow(value) },
    ]),
    scenario(
      'json-patch.form',
      'a JSON Patch is a list of operations of RFC 6902 on fields that there are, for PATCH alone',
      [
        patch({ op: 'remove' }, invalid([['', 'wrong-type']])),
        patch(
          Array.from({ length: 101 }, () => ({ op: 'remove', path: pointer })),
          invalid([['', 'wrong-type']]),
        ),
        patch(
          [1, { op: 'swap', path: pointer }],
          invalid([
            ['/0/op', 'not-in-enum'],
            ['/0/path', 'required'],
            ['/1/op', 'not-in-enum'],
          ]),
        ),
        patch([{ op: 'add', path: pointer }], invalid([['/0/value', 'required']])),
        patch([{ op: 'copy', path: pointer }], invalid([['/0/from', 'required']])),
        ...['', field, `${pointer}~2`].map((path) => patch([{ op: 'remove', path }], invalid([['/0/path', 'format']]))),
        ...['test', 'replace'].map((op) =>
          patch([{ op, path: '/unheardOf', value: 1 }], invalid([['/0/path', 'unknown']])),
        ),
        patch([{ op: 'replace', path: `/${key}`, value: 'another' }], { status: 422 }),
        // A relation is no field to look at; as a whole it is what a merge says of it.
        ...(relation === undefined
          ? []
          : [
              patch([{ op: 'test', path: `/${relation.name}`, value: [] }], invalid([['/0/path', 'unknown']])),
              patch([{ op: 'replace', path: `/${relation.name}`, value: 7 }], {
                ...refused(422, 'invalid-input'),
                lacks: ['/0/path'],
              }),
            ]),
        { ...patch([], refused(415, 'unsupported-media-type')), method: 'POST', path: list },
        patch([], refused(415, 'unsupported-media-type'), { 'content-type': `${type}; charset=latin1` }),
      ],
    ),
  ]
}

type Patch = (operations: Json, expect: Step['expect']) => Step

/** Of a field that holds any JSON. */
const insideScenarios = (at: string, patch: Patch, conflict: Step['expect']): readonly Scenario[] => {
  const isNow = (value: Json): Step['expect'] => ({ status: 200, body: [{ at, equals: value }] })
  const begin = patch([{ op: 'add', path: at, value: { a: { b: 1, c: [2, 3] }, d: null } }], { status: 200 })
  return [
    scenario('json-patch.inside', 'a JSON Patch changes what is inside a field, and nothing beside it', [
      begin,
      patch(
        [
          { op: 'remove', path: `${at}/a/b` },
          { op: 'add', path: `${at}/a/c/-`, value: 4 },
          { op: 'move', from: `${at}/a/c/0`, path: `${at}/e` },
          { op: 'test', path: `${at}/d`, value: null },
        ],
        isNow({ a: { c: [3, 4] }, d: null, e: 2 }),
      ),
      patch(
        [
          { op: 'move', from: `${at}/e`, path: `${at}/a/f` },
          { op: 'add', path: `${at}/a/c/2`, value: 5 },
        ],
        isNow({ a: { c: [3, 4, 5], f: 2 }, d: null }),
      ),
    ]),
    scenario('json-patch.nowhere', 'a JSON Patch does all of it or, where one place is not there, nothing', [
      begin,
      ...[
        { op: 'move', from: `${at}/a`, path: `${at}/a/b` },
        { op: 'remove', path: `${at}/a/c/2` },
        { op: 'replace', path: `${at}/a/c/01`, value: 1 },
        { op: 'add', path: `${at}/a/c/3`, value: 1 },
        { op: 'add', path: `${at}/a/c/x`, value: 1 },
        { op: 'add', path: `${at}/d/e`, value: 1 },
        { op: 'copy', from: `${at}/z`, path: `${at}/y` },
      ].map((wrong) => patch([{ op: 'add', path: `${at}/done`, value: true }, wrong], conflict)),
      patch([{ op: 'test', path: `${at}/a/c`, value: [2, 3] }], isNow({ a: { b: 1, c: [2, 3] }, d: null })),
      // Copies of copies double.
      patch(
        Array.from({ length: 40 }, () => ({ op: 'copy', from: at, path: `${at}/a/c/-` })),
        { status: 413, body: [{ at: '/code', equals: 'too-large' }] },
      ),
    ]),
  ]
}
