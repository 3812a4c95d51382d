import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { readConfig, registerHealth } from '@charter/runtime/service'
import { derive, openService } from '@charter/service'
import { styles } from '@charter/styles'
import { serveStyles } from '@charter/styles/serve'

/** A service in a process of its own: `<sqlite | postgresql> <database URL> <data folder>`; it says its address and a token. */

const [database = 'sqlite', url = '', folder = ''] = process.argv.slice(2)
const here = dirname(fileURLToPath(import.meta.url))
const text = readFileSync(join(here, 'charter.yaml'), 'utf8').replace('own: sqlite', `own: ${database}`)
const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
if (!charter) throw new Error(JSON.stringify(diagnostics))
const derived = derive(charter, connectors)
const env = { CHARTER_MODE: 'development', CHARTER_DATA: folder, DATABASE_URL: url, PORT: '0' }
const service = await openService(derived, { config: readConfig(env, { name: charter.name, databaseUrl: url }) })
const served = await serveStyles(derived.styles, service, {
  host: '127.0.0.1',
  port: 0,
  extend: (app) => registerHealth(app, service),
})
const token = await service.development?.token(['reader'], {})
process.send?.({ url: served.url, token })
process.on('disconnect', () => process.exit())
