// The in-process service of a charter as a process of its own, as a generated one is: `node serve.ts <charter> [<module of bodies> …]`.

import { flushCompileCache } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { listenerPlaces } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { registerDevelopment } from '@charter/page'
import { loadCharter, pageData, requireSound } from '@charter/project'
import {
  type OperationBody,
  openLog,
  readConfig,
  registerHealth,
  registerMetrics,
  registerTokenEndpoint,
} from '@charter/runtime/service'
import { derive, openService } from '@charter/service'
import { serveStyles } from '@charter/styles/serve'

const [file = '', ...bodies] = process.argv.slice(2)
const loaded = await loadCharter(file)
const derived = derive(requireSound(loaded), connectors, loaded.document.lock)
const operations: Record<string, OperationBody> = {}
for (const body of bodies) {
  const name = basename(body, '.ts')
  operations[name] = ((await import(pathToFileURL(body).href)) as Record<string, OperationBody>)[name] as OperationBody
}
const places = listenerPlaces(derived.styles.map(({ style }) => style))
const config = readConfig(process.env, { name: derived.model.name, databaseUrl: '', listeners: places })
const service = await openService(derived, {
  config,
  operations,
  log: openLog({ level: config.observed.logLevel, name: derived.model.name }),
})
const served = await serveStyles(derived.styles, service, {
  host: config.host,
  port: config.port,
  ports: config.ports,
  extend: async (app) => {
    registerMetrics(app, service)
    registerHealth(app, service)
    registerTokenEndpoint(app, service)
    if (config.mode === 'development')
      await registerDevelopment(app, {
        service,
        page: pageData(derived, loaded),
        contracts: {},
        pageFolder: fileURLToPath(new URL('../../packages/page/page', import.meta.url)),
      })
  },
})
process.once(
  'SIGTERM',
  () =>
    void served
      .close()
      .then(() => service.close())
      .then(() => process.exit(0)),
)
const ownUrls = Object.entries(places).map(([style, { urlName }]) => [urlName, served.urls[style]])
// Its end is SIGKILL, which keeps nothing.
flushCompileCache()
console.log(JSON.stringify({ url: served.url, ...Object.fromEntries(ownUrls) }))
