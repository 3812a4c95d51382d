// One start of the in-process service in a process of its own: from the charter's text to its first answer, then one in each style.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMock } from '@charter/project'
import type { Call } from '@charter/runtime'
import type { Started } from './measured.ts'

const [folder = '.', rows = '1'] = process.argv.slice(2)
const began = performance.now()
const mock = await startMock({ file: folder, port: 0, as: null, seed: 1, rowsPerEntity: Number(rows) })
const { derived, tokens, urls } = mock
const call: Call = {
  operation: `${derived.model.entities[0]?.name}.list`,
  input: {},
  select: { limit: Number(rows) },
  principal: null,
  context: { origin: { style: 'rest', requestId: 'size' } },
}

const secondsSince = (moment: number): number => (performance.now() - moment) / 1000
const peakMb = (): number => process.resourceUsage().maxRSS / 1024
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const ask = async ({ style, surface }: (typeof derived.styles)[number]): Promise<void> => {
  const caller = await style.call(surface, {
    url: urls[style.name] ?? '',
    credential: () => tokens.auditor ?? null,
    timeoutMs: 300_000,
  })
  const outcome = await caller.execute(call)
  await caller.close()
  if (outcome.kind !== 'value') throw new Error(`${style.name} did not answer: ${JSON.stringify(outcome)}`)
}

const [first, ...others] = derived.styles
if (first) await ask(first)
const start = { seconds: secondsSince(began), cpuSeconds: cpuSeconds(), peakMb: peakMb() }
const answerSeconds: Record<string, number> = {}
for (const use of first ? [first, ...others] : []) {
  const asked = performance.now()
  await ask(use)
  answerSeconds[use.style.name] = secondsSince(asked)
}
const contracts = derived.styles.flatMap(({ style, surface }) =>
  Object.entries(style.contract(derived.charter, surface)).map(([file, text]) => [file, Buffer.byteLength(text)]),
)
const started: Started = { ...start, answerSeconds, contracts: Object.fromEntries(contracts) }
writeFileSync(join(folder, 'started.json'), JSON.stringify(started))
await mock.close()
