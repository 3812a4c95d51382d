// Small products that are a charter and code of their own.
//   npm run products                                     every product, in every style, on every database of ours
//   npm run products -- order-desk --database file:a.db  serves one, in development, until it is ended
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connectors } from '@charter/connectors'
import { installNodeModules } from '@charter/project'
import { setup } from '../../scripts/test-servers.ts'
import { type DatabaseName, databases } from '../charters.ts'
import { tellStyles } from '../play-styles.ts'
import { playProduct } from './play.ts'
import { type ProductName, products, writeProduct } from './product.ts'

const { values, positionals } = parseArgs({ options: { database: { type: 'string' } }, allowPositionals: true })
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

const main = async (): Promise<number> => {
  if (name === undefined) return playAll()
  const product = products.find((each) => each === name)
  const { database: url = 'file:{data}/product.db' } = values
  const database = databases.find((each) => connectors.some((of) => of.name === each && of.accepts(url)))
  if (product !== undefined && database !== undefined) return serve(product, url, database)
  console.error(
    product === undefined
      ? `There is no product "${name}": there is ${products.join(', ')}.`
      : `No database is known by "${url}": give file:, postgresql:// or mariadb://.`,
  )
  return 2
}

process.exitCode = await main()
