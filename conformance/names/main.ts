// Charters with the names that languages and protocols keep for themselves, made anew from a seed: what `check` passes must be read
// by the tools that other people read contracts with, and be served. One line a complaint, and at the end
// `N charters, R readers: C complaints`; exit 1 where there is any.
//   npm run hostile-names -- --seed 7 --charters 40
//   npm run hostile-names -- --charters 200 --without-serving
import { parseArgs } from 'node:util'
import { compileAccess } from '@charter/access'
import { checkCharter, hasErrors, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { type Derived, derive } from '@charter/service'
import { styles } from '@charter/styles'
import { hostileDocument } from '../../packages/languages/src/node/testing/hostile-document.ts'
import { randomOf } from '../../packages/languages/src/node/testing/random.ts'
import type { Contracts } from './reader.ts'
import { ajv } from './readers/ajv.ts'
import { buf } from './readers/buf.ts'
import { graphqlJs } from './readers/graphql-js.ts'
import { nodeSoap } from './readers/node-soap.ts'
import { openapiTypescript } from './readers/openapi-typescript.ts'
import { protoc } from './readers/protoc.ts'
import { redocly } from './readers/redocly.ts'
import { zeep } from './readers/zeep.ts'
import { serveAll } from './serve.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    charters: { type: 'string', default: '40' },
    'without-serving': { type: 'boolean', default: false },
  },
})
const first = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed)

/** The services of charters that `check` passes, by seed. */
const sound = (): ReadonlyMap<number, Derived> => {
  const found = new Map<number, Derived>()
  for (let seed = first; found.size < Number(values.charters) && seed < first + 100_000; seed++) {
    const { charter } = parseCharter({ 'charter.yaml': hostileDocument(randomOf(seed)) }, { styles })
    if (!charter || hasErrors(checkCharter(charter, { styles, connectors, access: compileAccess }))) continue
    found.set(seed, derive(charter, connectors))
  }
  return found
}

const contractsOf = (seed: number, { charter, styles }: Derived): Contracts => ({
  seed,
  styles: Object.fromEntries(styles.map(({ style, surface }) => [style.name, style.contract(charter, surface)])),
})

const services = sound()
console.log(`Seed ${first}: ${services.size} charters.`)
const contracts = [...services].map(([seed, derived]) => contractsOf(seed, derived))
const complaints: string[] = []
const say = (from: string, said: readonly string[]) => {
  console.log(`${said.length === 0 ? 'reads all' : `${said.length} complaints`}  ${from}`)
  for (const line of said.slice(0, 20)) console.log(`  ${line}`)
  complaints.push(...said)
}
const readers = [graphqlJs, buf, protoc, zeep, nodeSoap, openapiTypescript, redocly, ajv]
let asked = 0
for (const reader of readers) {
  const missing = reader.missing()
  if (missing !== null) console.log(`not asked  ${reader.name}: ${missing}`)
  else {
    asked++
    say(reader.name, await reader.read(contracts))
  }
}
if (!values['without-serving'])
  for (const [seed, derived] of services) {
    const said = await serveAll(derived).catch((error: unknown) => [
      error instanceof Error ? `${error.stack}` : String(error),
    ])
    say(
      `the service of seed ${seed}`,
      said.map((line) => `seed ${seed}: ${line}`),
    )
  }
console.log(`${services.size} charters, ${asked} readers: ${complaints.length} complaints`)
process.exitCode = complaints.length === 0 && services.size > 0 ? 0 : 1
