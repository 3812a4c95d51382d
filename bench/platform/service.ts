import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { requireSound } from '@charter/project/check'
import { loadCharter } from '@charter/project/load'
import { readConfig, type Service } from '@charter/runtime/service'
import { openPlatform } from '@charter/server'
import { derive, openService } from '@charter/service'
import { serveStyles } from '@charter/styles/serve'

/** A service in a process of its own: `<platform | plain> <folder>`; it says its address and a token of its one designer. */

export type Kind = 'platform' | 'plain'

/** What it says once it listens. */
export interface Listening {
  readonly url: string
  readonly token: string
}

interface Opened {
  readonly url: string
  readonly service: Service
  close(): Promise<void>
}

/** Nothing is deployed here. */
const target = { rollOut: async () => ({ address: '' }), stop: async () => {}, running: async () => [] }
const usual = { CHARTER_MODE: 'development', PORT: '0' }

const open: Readonly<Record<Kind, (folder: string) => Promise<Opened>>> = {
  platform: (folder) => openPlatform({ folder, env: usual, target }),
  plain: async (folder) => {
    const loaded = await loadCharter(join(import.meta.dirname, 'charter.yaml'))
    const derived = derive(requireSound(loaded), connectors, loaded.document.lock)
    const databaseUrl = derived.connector.ownUrl('{data}/plain') ?? ''
    const config = readConfig({ ...usual, CHARTER_DATA: folder }, { name: 'plain', databaseUrl })
    const service = await openService(derived, { config })
    const served = await serveStyles(derived.styles, service, { host: '127.0.0.1', port: 0 })
    return { url: served.urls.rest ?? '', service, close: () => served.close().finally(() => service.close()) }
  },
}

const [kind, folder = ''] = process.argv.slice(2) as [Kind, string]
const opened = await open[kind](folder)
const roles = kind === 'plain' ? ['designer'] : []
const token = (await opened.service.development?.token(roles, { sub: 'ann' })) ?? ''
process.send?.({ url: opened.url, token } satisfies Listening)
process.once('disconnect', () => void opened.close().then(() => process.exit()))
