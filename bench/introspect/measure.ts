// One measurement in a process of its own, so that memory and warm code of one round do not show in another's.
import { connectors } from '@charter/connectors'

const [url = ''] = process.argv.slice(2)
const connector = connectors.find((each) => each.accepts(url))
if (!connector) throw new Error('no connector answers for the bench database')
const before = performance.now()
const { document, losses, tables, entities } = await connector.introspect(url, { name: 'bench' })
const introspectMs = performance.now() - before
const relations = document.match(/: \{ one: /g)?.length ?? 0
// Kilobytes, the highest since the process began (getrusage(2)).
const memoryBytes = process.resourceUsage().maxRSS * 1024
console.log(JSON.stringify({ introspectMs, memoryBytes, tables, entities, relations, losses: losses.length }))
