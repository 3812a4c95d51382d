import type { Json } from '@charter/runtime'
import { type Code, code, imported, importedType, sourceFile } from '../../code.ts'
import { literal, stringLiteral } from '../text.ts'
import { equal, testCase } from './given.ts'
import type { Subject } from './subject.ts'

/** `test/service/sign-in.test.ts`: who is believed, and what can be wrong with a credential, one thing in turn. */
export const signInTest = ({ given: { emitting, entity }, role, list }: Subject): string => {
  const { access, name } = emitting.model
  const has = (kind: (typeof access.accepts)[number]): boolean => access.accepts.includes(kind)
  const others = ['development', ...(has('jwt') ? ['provider'] : []), ...(has('gateway') ? ['gateway'] : [])]
  // Where rows say who has which roles, there are none here for whom others vouch.
  const granted = access.membership ? 403 : 200
  const tenants = access.membership ? ['', ['tenant-1']] : [null, '', ['tenant-1']]
  const persons = [null, '', 7, ['ada']]
  const required = access.principal.filter(({ isRequired }) => isRequired).map(({ claim }) => claim)
  return sourceFile(
    emitting.header,
    code`
      ${imported('node:test', 'describe')}('sign-in', () => {
        const list = ${stringLiteral(`${list}?limit=1`)}
        const role = ${stringLiteral(role)}
        let service: ${importedType('../support.ts', 'Running')}
        let vouchers: ${importedType('../vouchers.ts', 'Vouchers')}
        ${imported('node:test', 'before')}(async () => {
          vouchers = await ${imported('../vouchers.ts', 'openVouchers')}()
          service = await ${imported('../support.ts', 'startService')}(vouchers.environment)
        })
        ${imported('node:test', 'after')}(async () => {
          await service.close()
          await vouchers.close()
        })

        const bearer = (token: string) => service.ask('GET', list, { headers: { authorization: \`Bearer \${token}\` } })
        const statusOf = async (by: ${importedType('../vouchers.ts', 'By')}, wrong: ${importedType('../vouchers.ts', 'Showing')} = {}) => {
          const token = vouchers.token(service.config.dataFolder, by, role, wrong)
          const answer = by === 'gateway' ? await service.ask('GET', list, { headers: { 'x-gateway-assertion': token } }) : await bearer(token)
          if (answer.status === 401) {
            ${equal}(answer.body.code, 'unauthenticated')
            ${imported('node:assert/strict', 'match')}(String(answer.headers['www-authenticate']), /^Bearer/)
          }
          return answer.status
        }

        const good: readonly Showing[] = [
          {},
          { claims: { aud: ['another', ${stringLiteral(name)}] } },
          { claims: { nbf: 3 } },
          { claims: { exp: -3 } },
        ]
        const refused: readonly Showing[] = [
          { claims: { iss: 'https://another.example' } },
          { claims: { iss: null } },
          { claims: { aud: 'another' } },
          { claims: { aud: ['another', 'a third'] } },
          { claims: { aud: null } },
          { claims: { exp: -60 } },
          { claims: { exp: null } },
          { claims: { exp: '9999999999' } },
          { claims: { nbf: 60 } },
          { claims: { nbf: '0' } },
          { claims: { iat: 'now' } },
          { claims: { sub: null } },
          { claims: { sub: '' } },
          { claims: { sub: 7 } },
          { claims: { nonce: 'x' } },
          { claims: { at_hash: 'x' } },
          { claims: { c_hash: 'x' } },
          ${access.tenantClaim !== undefined && tenants.map((value) => `{ claims: ${literal({ [access.tenantClaim ?? '']: value } as Json)} },`)}
          ${access.personClaim !== undefined && persons.map((value) => `{ claims: ${literal({ [access.personClaim ?? '']: value } as Json)} },`)}
          ${required.map((claim) => `{ claims: ${literal({ [claim]: null })} },`)}
          { header: { crit: ['b64'], b64: true } },
          { header: { typ: 'secevent+jwt' } },
          { header: { kid: 'unknown' } },
          { signedBy: 'nobody' },
          { signedBy: 'a stranger' },
          { signedBy: 'the public key' },
          { spelt: (token) => \`\${token}=\` },
          { spelt: (token) => \`\${token.slice(0, -5)}\${token.at(-5) === 'A' ? 'B' : 'A'}\${token.slice(-4)}\` },
          { spelt: (token) => token.slice(0, -1) + (token.endsWith('A') ? 'B' : token.endsWith('Q') ? 'R' : token.endsWith('g') ? 'h' : 'x') },
          { spelt: (token) => token + 'A'.repeat(20_000) },
        ]

        for (const by of ${literal(others as unknown as Json)} as const) {
          ${imported('node:test', 'test')}(\`a token of \${by} is taken, to the edge of its time\`, async () => {
            for (const each of good) ${equal}([each, await statusOf(by, each)], [each, ${access.membership ? "by === 'development' ? 200 : 403" : '200'}])
          })

          test(\`a token of \${by} that is wrong in one thing is refused\`, async () => {
            for (const each of refused) ${equal}([each, String(each.spelt), await statusOf(by, each)], [each, String(each.spelt), 401])
          })
        }

        ${testCase(
          'only roles that the charter has count',
          code`
          for (const [roles, status] of [[['nobody-in-particular'], 403], [null, 403], [7, 403], [\`nobody \${role}\`, 200], [[role], 200]] as const)
            ${equal}([roles, await statusOf('development', { claims: { roles } })], [roles, status])
        `,
        )}
        ${has('jwt') && providerCases(has('oauth2'), [`${entity.name}:read`], granted)}
        ${has('gateway') && gatewayCase}
        ${has('api-key') && keyCase([`${entity.name}:read`], granted)}
        ${scopeCase([`${entity.name}:read`, `${name}:read`])}
      })
    `,
  )
}

const providerCases = (hasScopes: boolean, enough: readonly string[], granted: number): Code => code`
  ${testCase(
    'keys of the provider that are for something else sign nothing',
    code`
    for (const kid of ['for-encryption', 'for-another-algorithm'])
      ${equal}([kid, await statusOf('provider', { header: { kid } })], [kid, 401])
  `,
  )}
  ${
    hasScopes &&
    testCase(
      'an access token of the provider that says no scope is good for nothing, a plain one for what its roles may',
      code`
      ${equal}(await statusOf('provider', { header: { typ: 'at+jwt' } }), 403)
      ${equal}(await statusOf('provider', { header: { typ: 'at+jwt' }, claims: { scp: ${literal(enough as unknown as Json)} } }), ${granted})
      ${equal}(await statusOf('provider'), ${granted})
    `,
    )
  }
`

const gatewayCase = testCase(
  'an assertion of the gateway is short, new, and in its own header',
  code`
  for (const claims of [{ exp: 90 }, { iat: null }, { iat: 30 }])
    ${equal}([claims, await statusOf('gateway', { claims })], [claims, 401])
  ${equal}(await statusOf('gateway', { header: { typ: 'at+jwt' } }), 401)
  const assertion = vouchers.token(service.config.dataFolder, 'gateway', role)
  ${equal}((await bearer(assertion)).status, 401)
  for (const by of ['development', 'provider'] as const) {
    const token = vouchers.token(service.config.dataFolder, by, role, { header: { typ: 'gateway+jwt' } })
    ${equal}([by, (await service.ask('GET', list, { headers: { 'x-gateway-assertion': token } })).status], [by, 401])
  }
`,
)

const keyCase = (enough: readonly string[], granted: number): Code =>
  testCase(
    'an API key is good until its end, for its scopes',
    code`
    const withKey = async (asked: ${importedType('../vouchers.ts', 'Key')} = {}) => {
      const key = await vouchers.key(service.service.state, role, asked)
      return (await service.ask('GET', list, { headers: { 'x-api-key': key } })).status
    }
    ${equal}(await withKey(), ${granted})
    ${equal}(await withKey({ endsInSeconds: -1 }), 401)
    ${equal}(await withKey({ scopes: [] }), 403)
    ${equal}(await withKey({ scopes: ${literal(enough as unknown as Json)} }), ${granted})
    ${equal}((await bearer(await vouchers.key(service.service.state, role))).status, ${granted})
    const unknown = \`ck_\${'A'.repeat(43)}\`
    for (const key of [unknown, \`\${await vouchers.key(service.service.state, role)}A\`, \`ck_\${'A'.repeat(5000)}\`])
      ${equal}([key, (await service.ask('GET', list, { headers: { 'x-api-key': key } })).status], [key, 401])
  `,
  )

const scopeCase = (enough: readonly string[]): Code =>
  testCase(
    'a scope that a token says is asked for, and named where it is missing',
    code`
    for (const scope of ${literal(enough as unknown as Json)})
      ${equal}([scope, await statusOf('development', { claims: { scope } })], [scope, 200])
    for (const scope of ['', 'another:read']) {
      const answer = await bearer(vouchers.token(service.config.dataFolder, 'development', role, { claims: { scope } }))
      ${equal}([answer.status, answer.body.code], [403, 'forbidden'])
      ${imported('node:assert/strict', 'match')}(String(answer.headers['www-authenticate']), /insufficient_scope/)
    }
  `,
  )
