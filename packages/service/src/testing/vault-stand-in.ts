import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The transit engine of a Vault with one key: `CHARTER_KEYS` and what signs in to it are `env`. */
export const vaultStandIn = async () => {
  const key = randomBytes(32)
  let isDown = false
  const verbs: Readonly<Record<string, (body: Readonly<Record<string, string>>) => Readonly<Record<string, string>>>> =
    {
      encrypt: ({ plaintext = '', associated_data: context = '' }) => {
        const nonce = randomBytes(12)
        const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
        const sealed = [nonce, cipher.update(Buffer.from(plaintext, 'base64')), cipher.final(), cipher.getAuthTag()]
        return { ciphertext: `vault:v1:${Buffer.concat(sealed).toString('base64')}` }
      },
      decrypt: ({ ciphertext = '', associated_data: context = '' }) => {
        const bytes = Buffer.from(ciphertext.replace('vault:v1:', ''), 'base64')
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
        return {
          plaintext: Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('base64'),
        }
      },
    }
  const server = createServer(async (request, response) => {
    const [, verb = ''] = /^\/v1\/transit\/(encrypt|decrypt)\/desk$/.exec(request.url ?? '') ?? []
    const data = verbs[verb]?.(JSON.parse(await text(request)))
    const isAllowed = !isDown && request.headers['x-vault-token'] === 'hvs.of-the-test'
    response.statusCode = isDown ? 503 : isAllowed && data ? 200 : 403
    response.setHeader('content-type', 'application/json').end(JSON.stringify(isAllowed ? { data } : {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = { CHARTER_KEYS: `vault:transit/desk@http://127.0.0.1:${port}`, VAULT_TOKEN: 'hvs.of-the-test' }
  return {
    env,
    get isDown() {
      return isDown
    },
    /** It answers 503. */
    set isDown(down) {
      isDown = down
    },
    close: () => void server.close(),
  }
}
