import { expect, test } from 'vitest'
import { initCredential } from './init-credential.ts'

const gateway = { kind: 'gateway', text: 'asserted' }

test('a WebSocket shows its credential in the payload or in headers, and a gateway’s assertion counts before all else', () => {
  const of = (headers: Readonly<Record<string, string>>, payload: Readonly<Record<string, string>>) =>
    initCredential({ headers }, payload)
  expect(of({}, {})).toBeNull()
  expect(of({ authorization: 'Bearer a' }, { 'X-Api-Key': 'b' })).toEqual({ kind: 'bearer', text: 'a' })
  expect(of({ authorization: 'Bearer a' }, { Authorization: 'bearer b' })).toEqual({ kind: 'bearer', text: 'b' })
  expect(of({}, { 'X-Api-Key': 'b' })).toEqual({ kind: 'api-key', text: 'b' })
  expect(of({ 'x-gateway-assertion': 'asserted' }, { Authorization: 'Bearer b' })).toEqual(gateway)
  expect(of({ 'x-gateway-assertion': 'asserted' }, { 'X-Gateway-Assertion': 'other' })).toEqual(gateway)
  expect(of({ authorization: 'Bearer a' }, { 'X-Gateway-Assertion': 'asserted' })).toEqual(gateway)
  expect(() => of({}, { Authorization: 'Basic b' })).toThrow('Bearer')
})

test('the session of a page is for the organisation that the payload says, and what is shown outweighs it', () => {
  const session = { kind: 'bearer', text: 's', organisation: 'north', untilMs: 1 } as const
  const of = (payload: Readonly<Record<string, string | number>>) => initCredential({ headers: {} }, payload, session)
  expect(of({})).toEqual(session)
  expect(of({ 'Charter-Organisation': 'south' })).toEqual({ ...session, organisation: 'south' })
  expect(of({ Authorization: 'Bearer a', 'charter-organisation': 'south' })).toEqual({
    kind: 'bearer',
    text: 'a',
    organisation: 'south',
  })
  expect(() => of({ 'charter-organisation': 7 })).toThrow('a text')
})
