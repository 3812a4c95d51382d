import { parentPort, workerData } from 'node:worker_threads'

/** The worst that one request may ask for: patterns on long text, counts of what no index finds, lists within lists. */
const reads = [
  `/api/v1/notes?filter[body][like]=${'%25a_'.repeat(60)}b&limit=100`,
  `/api/v1/notes?filter[body][like]=${'%25a'.repeat(100)}b&count=true`,
  '/api/v1/notes?filter[body][startsWith]=zz&count=true',
  '/api/v1/authors?include=notes&include[notes][limit]=100&include[notes][fields]=id&limit=100',
  '/api/v1/notes?sort=body&fields=id&limit=100',
]

const { url, token, forMs } = workerData as { readonly url: string; readonly token: string; readonly forMs: number }
const end = performance.now() + forMs
const clients = 8
const answers: Record<number, number> = {}

const ask = async (path: string): Promise<void> => {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(end - performance.now())))
  try {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` }, signal })
    await answer.text()
    answers[answer.status] = (answers[answer.status] ?? 0) + 1
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

await Promise.all(
  Array.from({ length: clients }, async (_, client) => {
    for (let at = client; performance.now() < end; at++) await ask(reads[at % reads.length] ?? '')
  }),
)
parentPort?.postMessage(answers)
