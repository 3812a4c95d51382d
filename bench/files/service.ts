// One of those that are measured, in a process of its own: says where it is, and on being asked what it has used.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { readConfig } from '@charter/runtime/service'
import { derive, openService } from '@charter/service'
import { styles } from '@charter/styles'
import { serveStyles } from '@charter/styles/serve'
import { bareHandler } from './bare.ts'

const [kind = '', folder = ''] = process.argv.slice(2)

const ours = async (): Promise<{ readonly url: string; readonly token: string }> => {
  const text = readFileSync(new URL('./charter.yaml', import.meta.url), 'utf8')
  const { charter } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error('The charter of this bench does not read.')
  const derived = derive(charter, connectors)
  const databaseUrl = `file:${join(folder, 'rows.db')}`
  const env = {
    CHARTER_MODE: 'development',
    CHARTER_DATA: folder,
    DATABASE_URL: databaseUrl,
    FILES: join(folder, 'files'),
  }
  const service = await openService(derived, { config: readConfig(env, { name: 'files', databaseUrl }) })
  const served = await serveStyles(derived.styles, service, { host: '127.0.0.1', port: 0 })
  const token = (await service.development?.token(['clerk'], { sub: 'ann' })) ?? ''
  return { url: served.urls.rest ?? '', token }
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, residentMib: process.memoryUsage.rss() / 1_048_576 })
})
process.send?.(kind === 'ours' ? await ours() : await bareHandler(folder))
