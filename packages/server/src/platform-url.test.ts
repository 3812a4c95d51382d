import { expect, test } from 'vitest'
import { platformUrl } from './platform-url.ts'

const listening = () => 'http://127.0.0.1:8080'

test('people reach the platform where it says, or else where it listens', () => {
  expect(platformUrl({}, { isTls: false, listening })()).toBe('http://127.0.0.1:8080')
  const said = { CHARTER_URL: 'https://charter.example.org/' }
  expect(platformUrl(said, { isTls: true, listening })()).toBe('https://charter.example.org')
})

test.each([
  ['nothing, where browsers speak TLS', undefined, true],
  ['http of a name', 'http://charter.example.org', false],
  ['http, where browsers speak TLS', 'http://127.0.0.1', true],
  ['https, where they do not', 'https://charter.example.org', false],
  ['a path', 'https://charter.example.org/platform', true],
  ['a user', 'https://ann@charter.example.org', true],
  ['no address', 'charter', true],
])('it does not start where CHARTER_URL says %s', (_, said, isTls) => {
  expect(() => platformUrl({ CHARTER_URL: said }, { isTls, listening })).toThrow('CHARTER_URL')
})
