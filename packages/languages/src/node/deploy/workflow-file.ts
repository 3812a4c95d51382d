import { nodeMajor } from '../dependencies.ts'
import type { Emitting } from '../emitting.ts'
import { needsServer } from './settings.ts'

/** GitHub Actions: types, lint and tests as `package.json` has them, then the image. It may read the repository and nothing else. */
export const workflowFile = (emitting: Emitting): string => `name: ci

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
${hasTests(emitting) && needsServer(emitting) ? server : ''}    steps:
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
const hasTests = ({ schema, styles }: Emitting): boolean =>
  schema !== null && styles.some(({ name }) => name === 'rest')

const server = `    services:
      postgres:
        image: postgres:17
        env:
          POSTGRES_HOST_AUTH_METHOD: trust
        ports:
          - 5432:5432
        options: --health-cmd pg_isready --health-interval 2s --health-timeout 5s --health-retries 30
`

const tests = (emitting: Emitting): string =>
  needsServer(emitting)
    ? `      - run: npm test
        env:
          DATABASE_URL: postgres://postgres@127.0.0.1:5432/postgres
`
    : '      - run: npm test\n'
