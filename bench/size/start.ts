// One start of the in-process service in a process of its own: from the charter's text to its first answer, in each style.
import { startMock } from '@charter/project'
import type { Call } from '@charter/runtime'

const folder = process.argv[2] ?? '.'
const started = performance.now()
const mock = await startMock({ file: folder, port: 0, as: null, seed: 1, rowsPerEntity: 1 })
const { derived, tokens, urls } = mock
const token = tokens.auditor ?? ''
const first = derived.model.entities[0]?.name ?? ''

const call: Call = {
  operation: `${first}.list`,
  input: {},
  select: { limit: 1 },
  principal: null,
  context: { origin: { style: 'rest', requestId: 'size' } },
}

const answers: Record<string, number> = {}
let startSeconds = 0
let startCpuSeconds = 0
let startMb = 0
for (const { style, surface } of derived.styles) {
  const before = performance.now()
  const caller = await style.call(surface, { url: urls[style.name] ?? '', credential: () => token, timeoutMs: 300_000 })
  const outcome = await caller.execute(call)
  await caller.close()
  if (outcome.kind !== 'value') throw new Error(`${style.name} did not answer: ${JSON.stringify(outcome)}`)
  answers[style.name] = (performance.now() - before) / 1000
  if (startSeconds > 0) continue
  startSeconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage()
  startCpuSeconds = (user + system) / 1e6
  startMb = process.resourceUsage().maxRSS / 1024
}
const peakMb = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ startSeconds, startCpuSeconds, startMb, answers, peakMb }))
await mock.close()
