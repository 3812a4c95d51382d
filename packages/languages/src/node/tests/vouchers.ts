import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { propertyAccess, propertyName, stringLiteral } from '../text.ts'

/** `test/vouchers.ts`: an identity provider and a gateway for tests, and credentials that are good or wrong in one thing. */
export const vouchersFile = ({ header, model }: EmitContext): string => {
  const { accepts, principal, tenantClaim, personClaim } = model.access
  const attributes = Object.fromEntries(principal.map(({ name, claim }) => [name, claim]))
  return sourceFile(
    header,
    code`
      export type By = 'development' | 'provider' | 'gateway'

      /** In place of what a good token has; null: left out. Numbers of \`exp\`, \`nbf\`, \`iat\` and \`auth_time\` are seconds from now. */
      export interface Showing {
        readonly claims?: Readonly<{ [name: string]: unknown }>
        readonly header?: Readonly<{ [name: string]: unknown }>
        readonly signedBy?: 'nobody' | 'a stranger' | 'the public key'
        readonly spelt?: (token: string) => string
      }

      export interface Key {
        readonly endsInSeconds?: number
        readonly scopes?: readonly string[]
      }

      export interface Vouchers {
        /** What the service is told of them. */
        readonly environment: Readonly<{ [name: string]: string }>
        /** \`dataFolder\`: of the service, whose own development tokens are signed with a key in it. */
        token(dataFolder: string, by: By, role: string, showing?: Showing): string
        key(state: ${importedType('../src/runtime/index.ts', 'State')}, role: string, asked?: Key): Promise<string>
        close(): Promise<void>
      }

      const seconds = () => Math.floor(Date.now() / 1000)

      /** Opens both on a port of this machine, where their keys are. */
      export const openVouchers = async (): Promise<Vouchers> => {
        const provider = ${imported('node:crypto', 'generateKeyPairSync')}('ed25519')
        const gateway = generateKeyPairSync('ed25519')
        const stranger = generateKeyPairSync('ed25519')
        const jwk = (key: ${importedType('node:crypto', 'KeyObject')}, kid: string) => ({ ...key.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig' })
        const own = jwk(provider.publicKey, 'provider')
        const sets: Readonly<{ [path: string]: unknown }> = {
          '/provider': { keys: [own, { ...own, kid: 'for-encryption', use: 'enc' }, { ...own, kid: 'for-another-algorithm', alg: 'ES256' }] },
          '/gateway': { keys: [jwk(gateway.publicKey, 'gateway')] },
        }
        const server = ${imported('node:http', 'createServer')}((request, response) => {
          response.setHeader('content-type', 'application/json').end(JSON.stringify(sets[request.url ?? ''] ?? {}))
        }).listen(0, '127.0.0.1')
        await ${imported('node:events', 'once')}(server, 'listening')
        const { port } = server.address() as ${importedType('node:net', 'AddressInfo')}
        return {
          environment: {
            ${accepts.includes('jwt') && `JWT_ISSUER: 'https://provider.example',\nJWKS_URL: \`http://127.0.0.1:\${port}/provider\`,`}
            ${accepts.includes('gateway') && `GATEWAY_ISSUER: 'https://gateway.example',\nGATEWAY_JWKS_URL: \`http://127.0.0.1:\${port}/gateway\`,`}
          },
          token: (dataFolder, by, role, { claims: more = {}, header = {}, signedBy, spelt = (token: string) => token } = {}) => {
            const privateKey = by === 'development' ? ${imported('node:crypto', 'createPrivateKey')}(${imported('node:fs', 'readFileSync')}(${imported('node:path', 'join')}(dataFolder, 'keys', 'development.pem'))) : by === 'provider' ? provider.privateKey : gateway.privateKey
            const isCurve = privateKey.asymmetricKeyType === 'ec'
            const good = {
              iss: by === 'development' ? ${imported('../src/runtime/service/index.ts', 'developmentIssuerName')} : \`https://\${by}.example\`,
              aud: ${stringLiteral(model.name)},
              sub: \`\${role}@test\`,
              ${personClaim !== undefined && `${propertyName(personClaim)}: \`\${role}@test\`,`}
              iat: 0,
              exp: by === 'gateway' ? 30 : 3600,
              auth_time: 0,
              amr: ['pwd', 'mfa'],
              roles: [role],
              ...${imported('./support.ts', 'claims')},
            }
            const head = {
              alg: signedBy === 'nobody' ? 'none' : signedBy === 'the public key' ? 'HS256' : isCurve ? 'ES256' : 'EdDSA',
              kid: by,
              typ: by === 'gateway' ? 'gateway+jwt' : by === 'provider' ? 'JWT' : 'at+jwt',
              ...header,
            }
            const text = [head, fromNow({ ...good, ...more })].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
            const signature =
              signedBy === 'nobody'
                ? ''
                : signedBy === 'the public key'
                  ? ${imported('node:crypto', 'createHmac')}('sha256', ${imported('node:crypto', 'createPublicKey')}(privateKey).export({ type: 'spki', format: 'pem' })).update(text).digest('base64url')
                  : ${imported('node:crypto', 'sign')}(isCurve && signedBy === undefined ? 'sha256' : null, Buffer.from(text), {
                      key: signedBy === 'a stranger' ? stranger.privateKey : privateKey,
                      dsaEncoding: 'ieee-p1363',
                    }).toString('base64url')
            return spelt(\`\${text}.\${signature}\`)
          },
          key: async (state, role, { endsInSeconds = 3600, scopes = null } = {}) => {
            const key = \`ck_\${${imported('node:crypto', 'randomBytes')}(32).toString('base64url')}\`
            await state.saveApiKey({
              id: ${imported('node:crypto', 'randomUUID')}(),
              hash: ${imported('../src/runtime/service/index.ts', 'hashApiKey')}(key),
              principal: 'test',
              roles: [role],
              attributes: ${attributesText(attributes)},
              tenant: ${tenantClaim === undefined ? 'null' : "'tenant-1'"},
              scopes,
              expiresAtMs: (seconds() + endsInSeconds) * 1000,
            })
            return key
          },
          close: async () => {
            server.close()
            server.closeAllConnections()
          },
        }
      }

      const times = ['exp', 'nbf', 'iat', 'auth_time']

      const fromNow = (claims: Readonly<{ [name: string]: unknown }>) =>
        Object.fromEntries(
          Object.entries(claims).flatMap(([name, value]) =>
            value === null ? [] : [[name, times.includes(name) && typeof value === 'number' ? seconds() + value : value]],
          ),
        )
    `,
  )
}

/** From the same claims that tokens have. */
const attributesText = (attributes: Readonly<Record<string, string>>): string =>
  Object.keys(attributes).length === 0
    ? '{}'
    : `{ ${Object.entries(attributes)
        .map(([name, claim]) => `${propertyName(name)}: claims${propertyAccess(claim)}`)
        .join(', ')} }`
