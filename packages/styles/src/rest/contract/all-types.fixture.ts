/** A charter with every type, a composite key, a read-only entity, owned rows and operations of each shape. */
export const allTypes = `
charter: 1
name: everything
title: Everything
version: 2.1.0
serves: [rest]
sources: { main: { own: sqlite } }
rest: { base: / }
access: { accepts: [jwt], roles: [owner] }
types:
  Address: { type: record, members: { street: { type: text, length: 1..80 }, country: { type: text, format: country } } }
  Money: { type: record, members: { amount: { type: decimal, precision: 10, scale: 2 }, in: { type: text, format: currency } } }
entities:
  Thing:
    key: [region, number]
    fields:
      region: { type: text, length: 2..2, pattern: '[A-Z]{2}' }
      number: { type: int32, min: 1 }
      big: { type: int64, optional: true }
      small: { type: int64, min: 0, max: 1000 }
      price: { type: decimal, precision: 10, scale: 2, min: 0 }
      ratio: { type: float64, optional: true }
      isOpen: { type: boolean, default: false }
      day: { type: date, max: today }
      at: { type: time, optional: true }
      local: { type: dateTime, optional: true }
      moment: { type: instant, default: now }
      wait: { type: duration, optional: true }
      code: { type: uuid, default: generated }
      blob: { type: bytes, optional: true }
      extra: { type: json, optional: true }
      state: { type: enum, values: [on, off, 'in between'], optional: true }
      tags: { type: array, items: { type: text, length: 1..20 }, size: ..5, optional: true }
      mail: { type: text, format: email, optional: true }
      secret: { type: text, length: 1..9, reveal: inside, mask: { last: 2 }, optional: true }
      address: { type: Address, optional: true }
      costs: { type: array, items: { type: Money }, optional: true }
      photo: { type: file, max: 2 MiB, kinds: ['image/*'] }
    relations:
      parts: { many: Part, inverse: thing, owned: true }
    allow: { owner: { do: [create, read, update, delete, list, audit, openThing, findThings, countThings] } }
  Part:
    key: id
    fields:
      id: { type: uuid, default: generated }
      label: { type: text, length: 1..40 }
    relations: { thing: { one: Thing } }
    allow: { owner: { do: [create, read, update, delete, list] } }
operations:
  openThing: { entity: Thing, input: { reason: { type: text, length: 1..80 } }, result: Thing, errors: [already-open] }
  findThings: { entity: Thing, key: false, input: { word: { type: text, length: 1..20 } }, result: { list: Thing }, effect: read, rest: { verb: GET, path: thing-finder } }
  pingThings: { effect: read }
`
