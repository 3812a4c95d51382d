// Words to five protocols, with nothing but this repository: a charter drafted from words, a generated service on a real
// database, the same read and the same refusal over every protocol, and the signed record of all of it.
//   npm run tour            says what it does, step by step
//   npm run tour -- --json  prints the facts as one JSON document
import { tour } from './tour/tour.ts'

const isJson = process.argv.includes('--json')

try {
  const facts = await tour(isJson ? () => {} : (line) => process.stdout.write(`${line}\n`))
  if (isJson) process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
