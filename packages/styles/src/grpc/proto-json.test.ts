import { readFileSync } from 'node:fs'
import type { Json } from '@charter/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allTypes } from '../rest/contract/all-types.fixture.ts'
import { load } from '../testing/model.ts'
import { grpc } from './index.ts'
import { convert } from './testing/buf.ts'
import { recursive } from './testing/recursive.ts'
import { anyValue } from './testing/values.ts'
import { decoderOf } from './transport/decode.ts'
import { encoderOf } from './transport/encode.ts'
import { protoJsonOf } from './transport/proto-json.ts'

const edge = readFileSync(new URL('../../../../conformance/edge.yaml', import.meta.url), 'utf8')

describe.each([
  ['edge', edge, 'Thing'],
  ['every type', allTypes, 'Thing'],
  ['recursive types', recursive, 'Tree'],
])('%s: protobuf’s JSON', (_name, text, entity) => {
  const { charter, model } = load(text)
  const surface = grpc.surface(charter)
  const contracts = grpc.contract(charter, surface)
  const message = surface.messages.find(({ of, shape }) => of === entity && shape === 'record')?.name ?? ''
  const type = `${surface.package}.${message}`
  const fields = model.entities.find(({ name }) => name === entity)?.fields ?? []
  const row = fc.record(
    Object.fromEntries(fields.map(({ name, type: of }) => [name, anyValue(model.types, of, 'whole', 3)])),
  ) as fc.Arbitrary<Json>
  const rows = fc.sample(row, { numRuns: 12, seed: 7 })
  const json = protoJsonOf(surface)
  const encode = encoderOf(surface)
  const bytes = rows.map((each) => Buffer.from(encode(message, each)))

  test('what is written, buf reads as the same bytes', async () => {
    const written = rows.map((each) => Buffer.from(JSON.stringify(json.write(message, each))))
    const read = await convert(contracts, { type, from: 'json', to: 'binpb' }, written)
    // Maps have no order on the wire: what is compared is what the bytes say, in buf's own JSON.
    const [ours, theirs] = await Promise.all(
      [bytes, read].map((each) => convert(contracts, { type, from: 'binpb', to: 'json' }, each)),
    )
    expect(theirs?.map(parsed)).toEqual(ours?.map(parsed))
  })

  test('what buf writes is read as what was sent', async () => {
    const theirs = await convert(contracts, { type, from: 'binpb', to: 'json' }, bytes)
    const decode = decoderOf(surface, { answers: true })
    const read = theirs.map((each) => decode(message, encode(message, json.read(message, parsed(each)))))
    expect(read).toEqual(bytes.map((each) => decode(message, each)))
  })
})

test('what is not of the contract is a sentence that names it', () => {
  const { charter } = load(allTypes)
  const json = protoJsonOf(grpc.surface(charter))
  expect(() => json.read('Thing', { nothing: 1 })).toThrow('Thing has no field "nothing".')
  expect(() => json.read('Thing', [])).toThrow('Thing is an object; this is not one.')
  let deep: Json = {}
  for (let at = 0; at < 200; at++) deep = { negated: deep }
  expect(() => json.read('ThingFilter', deep)).toThrow('nested deeper')
})

const parsed = (text: Buffer): Json => JSON.parse(text.toString()) as Json
