import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from '@charter/runtime'
import type { Answer, Client } from './clients/client.ts'

/** One call over one protocol: what it went over, what came back, how long it took. */
export interface Asked {
  readonly style: string
  readonly protocol: string
  /** What was sent: method and place. */
  readonly wire: string
  /** What the answer came in: `200`, `fault 400`. */
  readonly carrier: string
  /** Rows or problem, under the charter's own names. */
  readonly told: Json
  /** SHA-256 of `told` as canonical JSON, hexadecimal. */
  readonly digest: string
  readonly milliseconds: number
  readonly requestId: string
}

/** Asks each protocol in turn. The first call of each opens its connection. */
export const askAll = async (
  clients: readonly Client[],
  what: 'read' | 'refusal',
  token: string,
): Promise<readonly Asked[]> => {
  const asked: Asked[] = []
  for (const client of clients) {
    const requestId = `tour-${what}-${client.style}`
    const started = performance.now()
    const answer = await client.list({ token, requestId, limit: 5 })
    const milliseconds = performance.now() - started
    asked.push({ ...factsOf(client, answer, what), milliseconds, requestId })
  }
  return asked
}

const factsOf = (
  { style, protocol, wire }: Client,
  { carrier, rows, problem }: Answer,
  what: 'read' | 'refusal',
): Omit<Asked, 'milliseconds' | 'requestId'> => {
  const told = what === 'read' ? rows : problem
  if (!told)
    throw new Error(
      what === 'read'
        ? `${protocol} refused the read (${canonicalJson(problem as unknown as Json)}) that the charter allows.`
        : `${protocol} answered the list that the charter refuses.`,
    )
  // Rows and problems are plain JSON; their interfaces have no index signature.
  const json = told as unknown as Json
  const digest = createHash('sha256').update(canonicalJson(json)).digest('hex')
  return { style, protocol, wire, carrier, told: json, digest }
}

/** Throws a sentence that names the protocols that tell something else than the first. */
export const requireEqual = (asked: readonly Asked[], what: string): void => {
  const [first] = asked
  if (!first || asked.length < 2) throw new Error(`There are no two protocols whose ${what} could be compared.`)
  const others = asked.filter(({ told }) => canonicalJson(told) !== canonicalJson(first.told))
  if (others.length === 0) return
  const names = others.map(({ protocol, told }) => `${protocol} ${canonicalJson(told)}`).join('; ')
  throw new Error(`The ${what} differ. ${first.protocol} ${canonicalJson(first.told)}; ${names}`)
}
