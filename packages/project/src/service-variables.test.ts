import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serviceVariables } from './service-variables.ts'

const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')

/** Variables that whoever starts the service decides, and capitals that are none. */
const others = [
  ...['HOST', 'PORT', 'LISTEN_FDS', 'LISTEN_FDNAMES', 'LISTEN_PID', 'CHARTER_MODE'],
  ...['HOSTNAME', 'HEALTHCHECK', 'SIGINT', 'SIGTERM'],
]

test('a service that a command starts reads every variable that operating.md tells of', () => {
  const told = [...page.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name = '']) => name)
  const names = [...new Set(told)].filter((name) => !others.includes(name))
  expect(names.length).toBeGreaterThan(30)
  expect(Object.keys(serviceVariables(Object.fromEntries(names.map((name) => [name, 'x']))))).toEqual(names)
})

test('and nothing else that is around', () =>
  expect(
    serviceVariables({ HOST: 'x', NODE_OPTIONS: 'x', GITHUB_TOKEN: 'x', PGPASSWORD: 'x', CHARTER_MODE: 'production' }),
  ).toEqual({}))
