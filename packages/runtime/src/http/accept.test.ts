import { expect, test } from 'vitest'
import { acceptedJson } from './accept.ts'

const served = { name: 'clinic', version: '2.3.4' }

test.each([
  [undefined, {}],
  ['*/*', {}],
  ['text/html, application/*;q=0.1', {}],
  ['application/problem+json', {}],
  ['application/json', {}],
  ['application/json; version=2', { type: 'application/json; version=2' }],
  ['APPLICATION/JSON; Version="2"', { type: 'application/json; version=2' }],
  ['application/vnd.clinic.v2+json', { type: 'application/vnd.clinic.v2+json' }],
  ['application/json; version=1', { isOther: true }],
  ['application/vnd.clinic.v20+json', { isOther: true }],
  // Of several the first that can be answered.
  ['application/json; version=1, application/json', {}],
  ['application/vnd.clinic.v1+json, application/vnd.clinic.v2+json', { type: 'application/vnd.clinic.v2+json' }],
  // Another service's version is none of ours.
  ['application/vnd.shop.v2+json', null],
  ['application/vnd.shop.v2+json, */*', {}],
  ['application/json; q=0', null],
  ['application/json; q=0.000', null],
  ['text/html', null],
  ['', null],
])('what Accept asks for: %j', (accept, asked) => {
  expect(acceptedJson(accept, served)).toEqual(asked)
})
