import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

const hasCookies = (sentence: string): boolean => {
  const draft = draftCharter(`An order has a title. Clerks can create, read and list orders. ${sentence}`)
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': draft.document })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return charter?.access.cookies !== undefined
}

test.each([
  'Clerks sign in from the browser with a cookie.',
  'People log in with session cookies.',
  'It uses cookie-based sessions.',
  'Clerks have browser sessions.',
  'Users stay signed in by a same-site cookie.',
])('%s', (sentence) => expect(hasCookies(sentence)).toBe(true))

test.each([
  'A cookie has a flavour.',
  'There are no session cookies.',
  'Clerks sign in with a token, not with a cookie.',
  'Clerks sign in and sell cookies.',
])('no cookies of sessions: %s', (sentence) => expect(hasCookies(sentence)).toBe(false))
