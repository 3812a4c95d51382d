import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { allTypes } from '../../rest/contract/all-types.fixture.ts'
import { shop } from '../../testing/model.ts'

const require = createRequire(import.meta.url)
const charterFolder = join(dirname(require.resolve('@charter/charter')), '..')

/** The charter of the examples. */
export const clinic = (): string => readFileSync(join(charterFolder, 'examples', 'clinic.yaml'), 'utf8')
/** The charter of everything that a service can get wrong. */
export const edge = (): string => readFileSync(join(charterFolder, '..', '..', 'conformance', 'edge.yaml'), 'utf8')

/** Names that meet: of types, of root fields, of members of filters and payloads. */
export const meeting = `
charter: 1
name: meeting
serves: [graphql]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
types:
  Node: { type: record, members: { id: { type: text }, deep: { type: Node, optional: true } } }
  Shade: { type: enum, values: [light, 'very dark', very_dark, true] }
  Kind: { type: union, tag: kind, variants: { 'a b': { value: { type: text } }, c: { value: { type: int32 }, shade: { type: Shade } } } }
entities:
  Foo:
    key: [id, etag]
    fields:
      id: { type: int64 }
      etag: { type: text, length: 1..20 }
      rowId: { type: text, optional: true, was: oldName }
      and: { type: int32, optional: true }
      not: { type: int32, optional: true }
      shade: { type: Shade, optional: true }
      shades: { type: array, items: { type: Shade }, optional: true }
      kind: { type: Kind, optional: true }
      node: { type: Node, optional: true }
      state: { type: enum, values: ['', '1', '__x', 'ok', 'ä'], optional: true }
      map: { type: map, values: { type: int32 }, optional: true }
      spot: { type: vector, size: 2, optional: true }
    relations:
      fooConnection: { one: FooConnection, optional: true }
      parent: { one: Foo, optional: true }
    allow: { owner: { do: [create, read, update, delete, list, audit, foo, createFoo] } }
  FooConnection:
    key: query
    fields: { query: { type: text, length: 1..9 }, problem: { type: text, optional: true } }
    relations: { foos: { many: Foo, inverse: fooConnection } }
    allow: { owner: { do: [create, read, update, delete, list, audit] } }
  Query:
    key: id
    readOnly: true
    fields: { id: { type: uuid } }
    allow: { owner: { do: [read, list] } }
  Equipment:
    key: id
    plural: equipment
    fields: { id: { type: uuid, default: generated } }
    allow: { owner: { do: [create, read, update, delete, list] } }
  Line:
    readOnly: true
    fields: { id: { type: text }, extra: { type: json, optional: true } }
    allow: { owner: { do: [list] } }
operations:
  foo: { entity: Foo, result: Foo, effect: read }
  createFoo: { entity: Foo, key: false, input: { kind: { type: Kind }, node: { type: Node, optional: true } }, result: { type: Kind } }
  foos: { input: { foos: { type: array, items: { type: Shade } } }, result: { type: array, items: { type: Kind } }, effect: read }
`

/** Charters that schemas are tried on, by name. */
export const charters: Readonly<Record<string, string>> = { shop, allTypes, meeting, clinic: clinic(), edge: edge() }
