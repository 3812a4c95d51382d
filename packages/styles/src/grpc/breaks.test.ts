import { type Charter, emptyLock, type Lock, updateLock } from '@charter/charter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { load, shop } from '../testing/model.ts'
import { breaks } from './breaks.ts'
import { contract } from './contract/contract.ts'
import { givenOf, surfaceOf } from './surface.ts'
import { breaking, type Finding } from './testing/buf.ts'

const proof = "{ type: file, max: 2 MiB, kinds: [application/pdf, 'image/*'] }"
const base = shop
  .replace('serves: [rest]', 'serves: [grpc]')
  .replace(
    'access:',
    `types:
  Card: { type: union, tag: kind, variants: { paper: { size: { type: int32 } }, plastic: { chip: { type: boolean } } } }
  Place: { type: record, members: { street: { type: text, length: ..80 }, house: { type: int32, optional: true } } }
access:`,
  )
  .replace(
    '    relations:\n      lines:',
    `      proof: ${proof}\n      place: { type: Place, optional: true }\n      cardKind: { type: Card, optional: true }\n      tags: { type: array, items: { type: text, length: ..9 }, optional: true }\n    relations:\n      lines:`,
  )

/** Edits that a person makes, each where the text before it is still there. */
const edits: readonly (readonly [string, string, string])[] = [
  ['a field is gone', '      isPaid: { type: boolean }\n', ''],
  ['a field is renamed', '      isPaid: { type: boolean }', '      isSettled: { type: boolean, was: isPaid }'],
  ['a number is text', 'count: { type: int32 }', 'count: { type: text, length: ..9 }'],
  ['a number is wider', 'count: { type: int32 }', 'count: { type: int64 }'],
  ['a number has a range', 'stock: { type: int64 }', 'stock: { type: int64, min: 0, max: 1000 }'],
  ['a scale changes', 'scale: 2 }', 'scale: 3 }'],
  ['a value goes', "values: [open, 'on hold', closed]", 'values: [open, closed]'],
  ['a value comes first', "values: [open, 'on hold', closed]", "values: [lost, open, 'on hold', closed]"],
  ['an optional field comes', 'day: { type: date }', 'due: { type: date, optional: true }\n      day: { type: date }'],
  ['a field comes that must be given', 'day: { type: date }', 'owed: { type: date }\n      day: { type: date }'],
  ['a relation is gone', '      lines: { many: Line, inverse: order }', '      rows: { many: Line, inverse: order }'],
  ['a member of a record goes', 'street: { type: text, length: ..80 }, ', ''],
  [
    'a member of a record comes first',
    'street: { type: text',
    'city: { type: text, length: ..9 }, street: { type: text',
  ],
  ['a variant goes', 'paper: { size: { type: int32 } }, ', ''],
  ['a variant comes first', 'variants: { paper', 'variants: { glass: { isOld: { type: boolean } }, paper'],
  [
    'a list of other items',
    'tags: { type: array, items: { type: text, length: ..9 }',
    'tags: { type: array, items: { type: int32 }',
  ],
  [
    'a list becomes one',
    'tags: { type: array, items: { type: text, length: ..9 }, optional: true }',
    'tags: { type: text, length: ..9, optional: true }',
  ],
  ['an operation goes', /\n {2}importOrders.*/.exec(shop)?.[0] ?? '', ''],
  ['an operation comes', 'operations:\n', 'operations:\n  pingOrders: { effect: read }\n'],
  ['an input goes', 'input: { rows: { type: json } }', 'input: {}'],
  ['an input is text and no JSON', 'rows: { type: json }', 'rows: { type: text, length: ..9 }'],
  [
    'a result is a list',
    'reason: { type: text, length: ..80 } }, result: Order',
    'reason: { type: text, length: ..80 } }, result: { list: Order }',
  ],
  ['an input comes first', 'input: { word:', 'input: { first: { type: int32, optional: true }, word:'],
  ['the key changes', 'key: [orderId, number]', 'key: [number, orderId]'],
  ['every relation is gone', '    relations:\n      lines: { many: Line, inverse: order }\n', ''],
  ['a field is read-only', 'day: { type: date }', 'day: { type: date, readOnly: true }'],
  ['a file may be less', 'max: 2 MiB', 'max: 1 MiB'],
  ['a file may be of fewer kinds', "kinds: [application/pdf, 'image/*'] }", 'kinds: [application/pdf] }'],
  ['a file may be more', 'max: 2 MiB', 'max: 3 MiB'],
  ['a file is gone', `      proof: ${proof}\n`, ''],
  ['a file is renamed', `      proof: ${proof}`, `      evidence: ${proof.replace(' }', ', was: proof }')}`],
  ['a file is bytes', proof, '{ type: bytes, optional: true }'],
  ['the next major version', 'version: 1.0.0', 'version: 2.0.0'],
  ['words change', 'title: Shop', 'title: The shop'],
]

/** Contracts as they are published: the second knows, by the lock, what the first gave. */
const contracts = (before: Charter, after: Charter) => {
  const lock: Lock = { ...updateLock(before, emptyLock), given: givenOf(before) }
  return [contract(before, surfaceOf(before, lock)), contract(after, surfaceOf(after, lock))] as const
}

const missed = async (from: string, to: string): Promise<readonly string[]> => {
  const [before, after] = [load(from).charter, load(to).charter]
  const found = await breaking(...contracts(before, after))
  const named = breaks(before, after)
    .filter(({ severity }) => severity === 'breaking')
    .map(({ sentence }) => sentence)
  return found.filter((finding) => !named.some((sentence) => isAbout(sentence, finding))).map(({ message }) => message)
}

/** Names what buf names: the file, or the message, enum, service or method, and the number in it. */
const isAbout = (sentence: string, { message }: Finding): boolean => {
  if (/file|package/i.test(message) && sentence.startsWith('The package')) return true
  const container = [...message.matchAll(/(?:message|enum|service|RPC) "([^"]+)"/gi)].map(([, name = '']) => name)
  const number = /(?:field|value) "(\d+)"/i.exec(message)?.[1]
  return (
    container.length > 0 &&
    container.every((name) => sentence.includes(name)) &&
    (number === undefined || sentence.includes(` ${number} of`))
  )
}

test('the same charter breaks nothing', async () => {
  expect(breaks(load(base).charter, load(base).charter)).toEqual([])
  expect(await missed(base, base)).toEqual([])
})

test('buf finds what there is to find', async () => {
  const after = load(base.replace('      isPaid: { type: boolean }\n', '')).charter
  const found = await breaking(...contracts(load(base).charter, after))
  expect(found.map(({ type, message }) => `${type} ${message}`)).toContainEqual(
    expect.stringMatching(/^FIELD_NO_DELETE .*"is_paid".*"Order"/),
  )
})

test.each(edits)('whatever buf says breaks is named: %s', async (_name, from, to) => {
  expect(base).toContain(from)
  expect(await missed(base, base.replace(from, to))).toEqual([])
})

const { seed = 0 } = fc.readConfigureGlobal()
const several = fc.sample(fc.subarray([...edits], { minLength: 2, maxLength: 5 }), { numRuns: 12, seed })
test.each(several.map((each) => [each.map(([name]) => name).join('; '), each] as const))(
  `so it is of several at once (seed ${seed}): %s`,
  async (_names, some) => {
    const changed = some.reduce((text, [, from, to]) => text.replace(from, to), base)
    expect(await missed(base, changed)).toEqual([])
  },
)

describe('severity', () => {
  const of = (from: string, to: string) =>
    breaks(load(base).charter, load(base.replace(from, to)).charter).filter(({ severity }) => severity === 'breaking')

  test.each([
    'a value comes first',
    'an optional field comes',
    'a member of a record comes first',
    'a variant comes first',
    'an operation comes',
    'an input comes first',
    'words change',
    'a scale changes',
    'a file may be more',
  ])('%s: no client breaks', (name) => {
    const [, from = '', to = ''] = edits.find(([edit]) => edit === name) ?? []
    expect(of(from, to)).toEqual([])
  })

  test.each([
    ['a field comes that must be given', 'owed must now be given'],
    ['a field is read-only', 'day can no longer be written'],
    ['an input is text and no JSON', 'was JSON in its text'],
    ['a field is renamed', 'is now called is_settled'],
    ['the next major version', 'shop.v1 is now shop.v2'],
    ['a file may be less', 'proof has at most 1048576 bytes'],
    ['a file may be of fewer kinds', 'proof is of no kind image/*'],
    ['a file is gone', 'OrderService.SendOrderProof is gone'],
  ])('%s: clients break, and it says how', (name, sentence) => {
    const [, from = '', to = ''] = edits.find(([edit]) => edit === name) ?? []
    expect(
      of(from, to)
        .map((each) => each.sentence)
        .join('\n'),
    ).toContain(sentence)
  })
})
