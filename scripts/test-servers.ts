import { startMariadb } from './mariadb.ts'
import { startPostgresql } from './postgresql.ts'

/**
 * One server of each kind for a whole run of tests; each test makes databases of its own on it. `CHARTER_TEST_POSTGRESQL` and
 * `CHARTER_TEST_MARIADB` name other servers to use instead, as URLs of users who may everything.
 */
export const setup = async (): Promise<() => void> => {
  const started: { stop(): void }[] = []
  const begin = async (variable: string, start: () => Promise<{ readonly url: string; stop(): void }>) => {
    if (process.env[variable]) return
    const server = await start()
    started.push(server)
    process.env[variable] = server.url
  }
  await begin('CHARTER_TEST_POSTGRESQL', startPostgresql)
  await begin('CHARTER_TEST_MARIADB', startMariadb)
  return () => {
    for (const server of started) server.stop()
  }
}
