import { nodeMajor } from '../dependencies.ts'
import type { EmitContext } from '../emit-context.ts'
import { lines } from './settings.ts'

/** GitHub Actions: types, lint and tests as `package.json` has them, then the image. It may read the repository and nothing else. */
export const workflowFile = (emitting: EmitContext): string => `name: ci

on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: true

jobs:
  service:
    runs-on: ubuntu-24.04
    timeout-minutes: 20
${hasTests(emitting) ? server(emitting) : ''}    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: ${nodeMajor}
          cache: npm
      - run: npm ci --ignore-scripts
      - run: npm run types
      - run: npm run lint
${hasTests(emitting) ? tests(emitting) : ''}
  image:
    runs-on: ubuntu-24.04
    timeout-minutes: 20
    needs: service
    steps:
      - uses: actions/checkout@v4
      - run: docker build --tag ${emitting.charter.name} .
`

/** A service on rows that others made has no tests of its own. */
const hasTests = ({ schema, styles }: EmitContext): boolean =>
  schema !== null && styles.some(({ name }) => name === 'rest')

const server = ({ rows: { connector, driver } }: EmitContext): string =>
  driver.server === null
    ? ''
    : `    services:
      ${connector}:
        image: ${driver.server.image}
        env:
${lines(driver.server.trusting.environment, '          ')}        ports:
          - ${driver.server.port}:${driver.server.port}
        options: --health-cmd "${driver.server.health(driver.server.trusting.database, driver.server.trusting.user).join(' ')}" --health-interval 2s --health-timeout 5s --health-retries 30
`

const tests = ({ rows: { driver } }: EmitContext): string =>
  driver.server === null
    ? '      - run: npm test\n'
    : `      - run: npm test
        env:
          DATABASE_URL: ${driver.server.scheme}://${driver.server.trusting.user}@127.0.0.1:${driver.server.port}/${driver.server.trusting.database}
`
