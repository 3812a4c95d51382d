import { startPostgresql } from './postgresql.ts'

/**
 * One PostgreSQL server for a whole run of tests; each test makes databases of its own on it. `CHARTER_TEST_POSTGRESQL`
 * names another server to use instead, as a URL of a superuser.
 */
export const setup = async (): Promise<(() => void) | undefined> => {
  if (process.env.CHARTER_TEST_POSTGRESQL) return undefined
  const server = await startPostgresql()
  process.env.CHARTER_TEST_POSTGRESQL = server.url
  return server.stop
}
