/** Types that hold themselves, in every way that they can. */
export const recursive = `
charter: 1
name: trees
title: Trees
version: 0.3.0
serves: [grpc]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
types:
  Node: { type: record, members: { label: { type: text, length: ..20 }, left: { type: Node, optional: true }, more: { type: Nodes, optional: true }, byName: { type: map, values: { type: Node }, optional: true } } }
  Nodes: { type: array, items: { type: Node } }
  Shape: { type: union, tag: kind, variants: { 'a circle': { radius: { type: float64 } }, group: { of: { type: array, items: { type: Shape } } }, 'kind': {} } }
  Grid: { type: array, items: { type: array, items: { type: array, items: { type: int32 } } } }
entities:
  Tree:
    key: id
    fields:
      id: { type: uuid, default: generated }
      root: { type: Node }
      shape: { type: Shape, optional: true }
      grid: { type: Grid, optional: true }
      states: { type: array, items: { type: enum, values: ['', 'a', 'A', 'a b', 'a-b', '1', '√'] }, optional: true }
      whens: { type: map, values: { type: instant }, optional: true }
      blobs: { type: array, items: { type: bytes }, optional: true }
      extras: { type: array, items: { type: json }, optional: true }
      bigs: { type: array, items: { type: int64 }, optional: true }
    allow: { owner: { do: [create, read, update, list, plant] } }
operations:
  plant: { entity: Tree, key: false, input: { node: { type: Node }, grid: { type: Grid, optional: true } }, result: { type: Shape } }
`
