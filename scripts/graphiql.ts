import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringGraphiql } from './graphiql/bring.ts'

await bringGraphiql(dirname(dirname(fileURLToPath(import.meta.url))), () => console.error('Bundling GraphiQL (once) …'))
