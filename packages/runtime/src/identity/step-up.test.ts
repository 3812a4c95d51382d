import { expect, test } from 'vitest'
import type { Principal } from '../call/call.ts'
import type { JsonObject } from '../values/json.ts'
import { requireStepUp, stepUpFor } from './step-up.ts'

const nowMs = 1_800_000_000_000
const principal = (signIn: Principal['signIn'], credential: Principal['credential'] = 'jwt'): Principal => ({
  id: 'p',
  roles: [],
  attributes: {},
  credential,
  ...(signIn && { signIn }),
})
const passes = (of: Principal): boolean => {
  try {
    requireStepUp(of, nowMs)
    return true
  } catch (error) {
    expect(error).toMatchObject({ problem: { code: 'step-up-required' } })
    return false
  }
}
const ago = (seconds: number): number => nowMs / 1000 - seconds

test.each([
  ['a second factor a moment ago', { amr: ['pwd', 'otp'], authTime: ago(10) }, true],
  ['fifteen minutes ago', { amr: ['mfa'], authTime: ago(900) }, true],
  ['longer ago', { amr: ['mfa'], authTime: ago(901) }, false],
  ['a clock a little ahead', { amr: ['mfa'], authTime: ago(-30) }, true],
  ['a sign-in that is yet to come', { amr: ['mfa'], authTime: ago(-3600) }, false],
  ['a password alone', { amr: ['pwd'], authTime: ago(10) }, false],
  ['no time', { amr: ['mfa'] }, false],
  ['no methods', { authTime: ago(10) }, false],
  ['nothing said', undefined, false],
] as const)('%s', (_, signIn, isEnough) => expect(passes(principal(signIn))).toBe(isEnough))

test('an API key never is enough, whatever it carries', () => {
  expect(passes(principal({ amr: ['mfa'], authTime: ago(1) }, 'api-key'))).toBe(false)
})

const relation = (name: string, kind: 'one' | 'many', target: string, isOwned = false) => ({
  name,
  kind,
  target,
  isOwned,
})
const model = (mfa: readonly string[]) =>
  ({
    access: { mfa },
    entities: [
      { name: 'Client', relations: [relation('notes', 'many', 'Note', true)] },
      { name: 'Note', relations: [relation('client', 'one', 'Client'), relation('marks', 'many', 'Mark', true)] },
      // In a ring.
      { name: 'Mark', relations: [relation('notes', 'many', 'Note', true)] },
    ],
    operations: [
      { name: 'payOut', entity: 'Client', result: { type: { kind: 'text' } } },
      { name: 'closeBooks', result: { entity: 'Note', isList: true } },
    ],
  }) as unknown as Parameters<typeof stepUpFor>[0]
const steps = (
  mfa: readonly string[],
  call: Omit<Parameters<typeof stepUpFor>[1], 'input'>,
  value: JsonObject = {},
) => {
  try {
    stepUpFor(model(mfa), { input: { value }, ...call }, principal(undefined), nowMs)
    return false
  } catch {
    return true
  }
}

test.each([
  ['PUT is a change', 'Client.update', { operation: 'Client.replace' }, {}],
  ['what is counted is listed', 'Client.list', { operation: 'Client.aggregate' }, {}],
  ['what is followed is listed', 'Client.list', { operation: 'Client.changes' }, {}],
  ['an operation on an entity', 'Client.payOut', { operation: 'payOut' }, {}],
  ['an operation on none', 'closeBooks', { operation: 'closeBooks' }, {}],
  ['an alias', 'Client.read', { operation: 'Note.list', select: { include: { x: { relation: 'client' } } } }, {}],
  ['of an answer', 'Client.read', { operation: 'closeBooks', select: { include: { client: {} } } }, {}],
  ['rows made with their parent', 'Note.create', { operation: 'Client.create' }, { notes: [{}] }],
  ['rows left out of their parent’s list', 'Note.delete', { operation: 'Client.update' }, { notes: [] }],
  ['a list that a PUT leaves out', 'Note.delete', { operation: 'Client.replace' }, {}],
  ['rows that go with their parent', 'Note.delete', { operation: 'Client.delete' }, {}],
  ['rows that go with those', 'Mark.delete', { operation: 'Client.delete' }, {}],
  ['rows that go with those left out of a list', 'Mark.delete', { operation: 'Client.update' }, { notes: [] }],
  ['a change answers the row', 'Client.read', { operation: 'Client.update' }, {}],
  ['a new row is answered', 'Client.read', { operation: 'Client.create' }, {}],
  ['an operation answers rows', 'Note.list', { operation: 'closeBooks' }, {}],
] as const)('a second factor is asked for what a call does: %s', (_, mfa, call, value) => {
  expect(steps([mfa], call, value)).toBe(true)
  expect(steps(['Client.audit'], call, value)).toBe(false)
})

test('a change that leaves owned rows alone asks for nothing that they would', () => {
  expect(steps(['Note.create', 'Note.delete'], { operation: 'Client.update' }, { name: 'Ada' })).toBe(false)
})
