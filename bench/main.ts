import { access } from './access/bench.ts'
import { cli } from './cli/bench.ts'
import { draft } from './draft/bench.ts'
import { files } from './files/bench.ts'
import { generate } from './generate/bench.ts'
import { healthz } from './healthz/bench.ts'
import { introspect } from './introspect/bench.ts'
import { jobs } from './jobs/bench.ts'
import { ledger } from './ledger/bench.ts'
import { libraries } from './libraries/bench.ts'
import { platform } from './platform/bench.ts'
import { printReport } from './report.ts'
import { restPostgresql } from './rest/bench.ts'
import { restSqlite } from './rest-sqlite/bench.ts'
import { styles } from './styles/bench.ts'

const benches = {
  access,
  cli,
  draft,
  files,
  generate,
  healthz,
  introspect,
  jobs,
  ledger,
  libraries,
  platform,
  rest: restPostgresql,
  'rest-sqlite': restSqlite,
  styles,
} as const

const [name, ...rest] = process.argv.slice(2).filter((word) => word !== '--')
if (name === undefined || !(name in benches)) {
  console.error(`Say which bench: npm run bench -- <${Object.keys(benches).join(' | ')}> [--json]`)
  process.exit(2)
}
const report = await benches[name as keyof typeof benches](rest)
printReport(report, rest.includes('--json'))
process.exitCode = report.bars.every(({ holds }) => holds) ? 0 : 1
