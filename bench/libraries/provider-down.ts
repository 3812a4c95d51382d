import { generateKeyPairSync } from 'node:crypto'
import { remoteKeys } from '@charter/runtime/service'
import type { FlattenedJWSInput, JWK } from 'jose'
import type { Peers } from './peers.ts'

/** What ten tokens get, and how often the provider is asked, once keys are old and it is down. */
export const askedWhileDown = async (peers: Peers): Promise<Readonly<Record<string, string>>> => {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const set = { keys: [{ ...key, kid: 'one', alg: 'ES256' } as JWK] }
  const header = { alg: 'ES256', kid: 'one' }
  const jose = await peers.askedWhileDown(set, header)
  let asked = 0
  let nowMs = 0
  const load = async () => {
    if (asked++ === 0) return set
    throw new Error('The provider is down.')
  }
  const keys = remoteKeys({ load, nowMs: () => nowMs })
  const token: FlattenedJWSInput = { payload: '', signature: '' }
  await keys.key(header, token)
  nowMs = 3_600_000
  let found = 0
  for (let at = 0; at < 10; at++) if (await keys.key(header, token)) found++
  return {
    'keys for ten tokens, provider down: ours': `${found} found, ${asked - 1} fetches`,
    'keys for ten tokens, provider down: jose': `${jose.found} found, ${jose.asked} fetches`,
  }
}
