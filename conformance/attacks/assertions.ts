import { generateKeyPairSync } from 'node:crypto'
import type { Attack } from './attack.ts'
import { notes } from './notes.ts'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Nobody signed it: many namespaces around many elements, which was a copy of all for each. */
const namespacesWithoutEnd = (): string => {
  const declared = Array.from({ length: 600 }, (_, at) => `xmlns:n${at}="u:${at}"`).join(' ')
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ${declared}>${'<a/>'.repeat(7_000)}</saml:Assertion>`
}

export const attacks: readonly Attack[] = [
  {
    name: 'assertion-of-namespaces',
    holds: 'an assertion costs what it is long, before anybody has looked at its signature',
    finding: 'A2',
    charter: notes.replace('accepts: [jwt]', 'accepts: [jwt, saml]'),
    env: {
      SAML_ISSUER: 'https://saml.example',
      SAML_CERT: '{data}/provider.pem',
      SAML_RECIPIENT: 'https://notes.example/oauth2/token',
    },
    files: { 'provider.pem': publicKey.export({ type: 'spki', format: 'pem' }).toString() },
    isAlone: true,
    play: async (victim) => {
      const before = (await victim.memoryMb()) ?? 0
      const assertion = Buffer.from(namespacesWithoutEnd()).toString('base64url')
      const body = `grant_type=${encodeURIComponent('urn:ietf:params:oauth:grant-type:saml2-bearer')}&assertion=${assertion}`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => victim.ask('POST', '/oauth2/token', { body, headers })),
      )
      const taken = answers.find(({ status }) => status < 400)
      if (taken) return `${taken.status} ${taken.text.slice(0, 100)}`
      const after = await victim.memoryMb()
      if (after === null) return 'the service is gone'
      return after - before < 250 ? null : `${after - before} MB more for ten requests of ${body.length} characters`
    },
  },
]
