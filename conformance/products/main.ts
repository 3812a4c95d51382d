// Small products that are a charter and code of their own.
//   npm run products                                     every product, in every style, on every database of ours
//   npm run products -- order-desk --database file:a.db  serves one, in development, until it is ended
//   npm run products -- nightly-import --trial           tries what no scenario says: kills, receivers that fail, files of 2 GB (--bytes)
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connectors } from '@charter/connectors'
import { installNodeModules } from '@charter/project'
import { setup } from '../../scripts/test-servers.ts'
import { type DatabaseName, databases, onTestServer } from '../charters.ts'
import { tellStyles } from '../play-styles.ts'
import { playProduct } from './play.ts'
import { type ProductName, products, writeProduct } from './product.ts'
import { documentDesk } from './trials/document-desk.ts'
import { nightlyImport } from './trials/nightly-import.ts'

const { values, positionals } = parseArgs({
  options: {
    database: { type: 'string' },
    trial: { type: 'boolean' },
    bytes: { type: 'string', default: String(2 ** 31) },
  },
  allowPositionals: true,
})
const [name] = positionals

const playAll = async (): Promise<number> => {
  const stop = await setup()
  let [passed, failed] = [0, 0]
  try {
    for (const product of products)
      for (const database of databases) {
        const told = await tellStyles(product, database, playProduct(product, database))
        passed += told.passed
        failed += told.failed
      }
  } finally {
    stop()
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

const serve = async (product: ProductName, url: string, database: DatabaseName): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-product-'))
  try {
    await writeProduct(product, database, folder)
    await installNodeModules(folder)
    const env = { ...process.env, CHARTER_MODE: 'development', CHARTER_DATA: join(folder, 'data'), DATABASE_URL: url }
    const service = spawn(process.execPath, ['src/main.ts'], { cwd: folder, env, stdio: 'inherit' })
    // Both have the signal: who ends last takes the folder along.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal))
    return await new Promise((resolve) => service.once('exit', (code) => resolve(code ?? 1)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const trials: Partial<Record<ProductName, (database: DatabaseName, url: string | null) => Promise<readonly string[]>>> =
  {
    'nightly-import': (database, url) => nightlyImport(database, { url, bytes: Number(values.bytes), onStep }),
    'document-desk': (database, url) => documentDesk(database, { url, onStep }),
  }

const onStep = (said: string): void => console.log(`  ${said}`)

/** On the database that is named, or on one of each kind. */
const tryOut = async (product: ProductName, url: string | undefined): Promise<number> => {
  const trial = trials[product]
  if (!trial) {
    console.error(`There is no trial of ${product}: there is one of ${Object.keys(trials).join(', ')}.`)
    return 2
  }
  const stop = await setup()
  let faults = 0
  try {
    for (const database of url === undefined ? databases : databases.filter((each) => isOf(each, url))) {
      onTestServer(database)
      console.log(`${product}, ${database}`)
      const found = await trial(database, url ?? null)
      for (const fault of found) console.error(`  ${fault}`)
      faults += found.length
    }
  } finally {
    stop()
  }
  console.log(`${faults} faults`)
  return faults > 0 ? 1 : 0
}

const isOf = (database: DatabaseName, url: string): boolean =>
  connectors.some((of) => of.name === database && of.accepts(url))

const main = async (): Promise<number> => {
  if (name === undefined) return playAll()
  const tried = products.find((each) => each === name)
  if (values.trial && tried !== undefined) return tryOut(tried, values.database)
  const product = products.find((each) => each === name)
  const { database: url = 'file:{data}/product.db' } = values
  const database = databases.find((each) => isOf(each, url))
  if (product !== undefined && database !== undefined) return serve(product, url, database)
  console.error(
    product === undefined
      ? `There is no product "${name}": there is ${products.join(', ')}.`
      : `No database is known by "${url}": give file:, postgresql:// or mariadb://.`,
  )
  return 2
}

process.exitCode = await main()
