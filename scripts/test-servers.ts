import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMariadb } from './mariadb.ts'
import { startMysql } from './mysql.ts'
import { startPostgresql } from './postgresql.ts'

/**
 * One server of each kind for a whole run of tests; each test makes databases of its own on it. `CHARTER_TEST_POSTGRESQL`,
 * `CHARTER_TEST_MARIADB` and `CHARTER_TEST_MYSQL` name other servers to use instead, as URLs of users who may everything. MySQL is
 * there where the machine has it; tests that need it say that they are left out elsewhere.
 */
export const setup = async (): Promise<() => void> => {
  const started: { stop(): void }[] = [keepCompiled()]
  const begin = async (variable: string, start: () => Promise<{ readonly url: string; stop(): void } | null>) => {
    if (process.env[variable]) return
    const server = await start()
    if (server === null) {
      console.warn(`Skipped, as there is no server: what needs ${variable}. It names one by its URL.`)
      return
    }
    started.push(server)
    process.env[variable] = server.url
  }
  await begin('CHARTER_TEST_POSTGRESQL', startPostgresql)
  await begin('CHARTER_TEST_MARIADB', startMariadb)
  await begin('CHARTER_TEST_MYSQL', startMysql)
  return () => {
    for (const server of started) server.stop()
  }
}

/** What this run compiles once it loads again: its workers, the services that it starts and their tests begin in half the time. */
export const keepCompiled = (): { stop(): void } => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-compiled-'))
  process.env.NODE_COMPILE_CACHE = folder
  // What a test started and did not wait for may still be writing there.
  return { stop: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }) }
}
