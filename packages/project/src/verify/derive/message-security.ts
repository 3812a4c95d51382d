import type { Expect, Scenario, Shown, Step } from '../scenario.ts'
import { assertionForm } from './assertions.ts'
import { type Derivation, type ListedEntity, whatToList } from './derivation.ts'
import { envelope, faulty, message, type SoapListing, soapListing, soapScenario } from './envelope.ts'

/** Who sends a message, as the message itself says it (OASIS WS-Security 1.1.1): by a user name with a token, or by an assertion. */
export const messageSecurityScenarios = (deriving: Derivation): readonly Scenario[] => {
  const asked = whatToList(deriving)
  const soap = asked && soapListing(deriving, asked.entity)
  if (!soap) return []
  const { accepts } = deriving.model.access
  const { bodyBytesMax } = deriving.model.limits
  return [
    soapScenario(
      'security.username',
      'a user name is believed with a token that proves it',
      usernames(asked, soap, bodyBytesMax),
    ),
    ...(accepts.includes('jwt')
      ? [
          {
            ...soapScenario(
              'security.no-keys',
              'while nobody can say whether a password proves anybody, that is said',
              [
                send(asked, soap, { by: 'provider', in: 'body' }, usernameToken(`${asked.role}@verify`), {
                  status: 500,
                  says: ['<faultcode>soap:Server<', '<code>unavailable</code>'],
                  lacks: ['FailedAuthentication'],
                }),
              ],
            ),
            start: { env: { JWKS_URL: '{provider}/nothing?{port}' }, says: [] },
          },
        ]
      : []),
    soapScenario('security.place', 'who sends a message has to stand in its first 64 KB', places(asked, soap)),
    ...(accepts.includes('api-key')
      ? [soapScenario('security.key', 'an API key is a password, of the user name that it proves', keys(asked, soap))]
      : []),
    ...(accepts.includes('saml') && bodyBytesMax >= assertionBytes
      ? [
          soapScenario(
            'security.assertion',
            'messages carry one assertion until it ends, and what they carry is never exchanged',
            assertions(asked, soap),
          ),
          soapScenario(
            'security.assertion.wrong',
            'an assertion in a message is refused for what the exchange refuses it for',
            wrongAssertions(asked, soap, bodyBytesMax),
          ),
        ]
      : [
          soapScenario(
            'security.assertion.unasked',
            'where no assertions are taken, a message proves nobody with one',
            [send(asked, soap, inBody, block('<Assertion/>'), failed('SAML assertions are not accepted here'))],
          ),
        ]),
  ]
}

const namespace = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
const profile = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0'
const block = (content: string): string =>
  `<w:Security xmlns:w="${namespace}" s:mustUnderstand="1">${content}</w:Security>`
const password = (text = '{{credential}}', type = ''): string =>
  `<w:Password${type === '' ? '' : ` Type="${profile}#${type}"`}>${text}</w:Password>`
const usernameToken = (name: string, secret = password()): string =>
  block(`<w:UsernameToken><w:Username>${name}</w:Username>${secret}</w:UsernameToken>`)

const inBody = { by: 'development', in: 'body' } as const
const answered = ({ operation }: SoapListing): Expect => ({ status: 200, says: [`<${operation}Response`] })
const refused = (...says: readonly string[]): Expect => faulty('1.1', '<code>unauthenticated</code>', ...says)
/** With the code that SOAP Message Security 1.1.1, section 12, has for it. */
const denied = (code: string, ...says: readonly string[]): Expect => ({
  status: 500,
  says: [`<faultcode xmlns:wsse="${namespace}">wsse:${code}<`, '<code>unauthenticated</code>', ...says],
})
const failed = (...says: readonly string[]): Expect => denied('FailedAuthentication', ...says)

const send = ({ role }: ListedEntity, soap: SoapListing, shows: Shown, header: string, expect: Expect): Step => ({
  ...message(role, soap, envelope(soap.request(), header), expect),
  shows,
})

/** What a token that is too long says: it is a third longer in base64, and may have 16 KiB. */
const longBytes = 13_000

const usernames = (asked: ListedEntity, soap: SoapListing, bytesMax: number): readonly Step[] => {
  const name = `${asked.role}@verify`
  const ask = (header: string, expect: Expect): Step => send(asked, soap, inBody, header, expect)
  const asText = 'as a password of type PasswordText'
  const proves = 'not the one that the password proves'
  const good = usernameToken(name)
  return [
    ask(good, answered(soap)),
    ask(usernameToken(name, password('{{credential}}', 'PasswordText')), answered(soap)),
    ask(usernameToken('somebody'), failed(proves)),
    ask(usernameToken(''), failed(proves)),
    ask(usernameToken(name, password('{{credential}}', 'PasswordDigest')), denied('UnsupportedSecurityToken', asText)),
    ask(usernameToken(name, ''), denied('InvalidSecurityToken', asText)),
    ask(usernameToken(name, password('{{credential}}x')), failed()),
    ask(usernameToken(name, password('')), failed()),
    ...(bytesMax < 2 * longBytes
      ? []
      : [send(asked, soap, { ...inBody, claims: { more: 'x'.repeat(longBytes) } }, good, failed('too long'))]),
    ask(block(''), denied('InvalidSecurity', 'one UsernameToken, or one Assertion')),
    ask(
      good.replace('</w:Security>', '<w:UsernameToken/></w:Security>'),
      denied('InvalidSecurity', 'one UsernameToken, or one Assertion'),
    ),
    ask(
      good.replace('</w:Security>', '<w:Assertion/></w:Security>'),
      denied('InvalidSecurity', 'one UsernameToken, or one Assertion'),
    ),
    ask(good + good, refused()),
    ask(good.replace(namespace, 'urn:x').replace(' s:mustUnderstand="1"', ''), refused()),
    ask(good.replaceAll('w:Security', 'w:Timestamp'), refused()),
    ask('', refused()),
    // What the message proves counts, where HTTP's headers prove somebody too.
    ...[
      { header: good, expect: answered(soap) },
      { header: usernameToken('somebody'), expect: failed(proves) },
    ].map(({ header, expect }): Step => ({ ...ask(header, expect), shows: { by: 'development', in: 'bearer' } })),
  ]
}

const largeBytes = 66_000
/** Of a message with an assertion that is signed. */
const assertionBytes = 4096

const places = (asked: ListedEntity, soap: SoapListing): readonly Step[] => {
  const header = usernameToken(`${asked.role}@verify`)
  const long = `${'<!-- '.padEnd(largeBytes, 'x')} -->`
  const ask = (text: string, expect: Expect): Step => ({ ...message(asked.role, soap, text, expect), shows: inBody })
  return [
    ask(envelope(soap.request(), header) + long, answered(soap)),
    ask(envelope(soap.request() + long, header), answered(soap)),
    ask(envelope(soap.request(), long + header), refused('at most 65536 bytes are read before')),
    // What is called a body in a header is none.
    ask(envelope(soap.request(), `<x:a xmlns:x="urn:x"><x:Body/></x:a>${header}`), answered(soap)),
    // A body that says what a header should is none.
    ask(envelope(`${soap.request()}${header}`), refused()),
  ]
}

const keys = (asked: ListedEntity, soap: SoapListing): readonly Step[] => {
  const key = { by: 'api-key', in: 'body' } as const
  return [
    send(asked, soap, key, usernameToken(`api-key:${asked.role}`), answered(soap)),
    send(asked, soap, key, usernameToken(asked.role), failed('not the one that the password proves')),
    send(asked, soap, { ...key, endsInSeconds: -1 }, usernameToken(`api-key:${asked.role}`), failed()),
  ]
}

const used = 'The assertion was used before.'
const once = [['</saml:Conditions>', '<saml:OneTimeUse></saml:OneTimeUse></saml:Conditions>']] as const

const assertions = (asked: ListedEntity, soap: SoapListing): readonly Step[] => {
  const header = block('{{credential}}')
  const again = (expect: Expect): Step => message(null, soap, envelope(soap.request(), header), expect)
  const exchanged = (status: number): Step => ({ as: null, ...assertionForm({ status }) })
  return [
    send(asked, soap, { by: 'saml' }, header, answered(soap)),
    again(answered(soap)),
    exchanged(400),
    again(answered(soap)),
    // The same one, which another namespace around it makes another text.
    message(null, soap, envelope(soap.request(), around(header)), answered(soap)),
    { ...exchanged(200), as: asked.role, shows: { by: 'saml' } },
    again(failed(used)),
    send(asked, soap, { by: 'saml', says: once }, header, answered(soap)),
    again(failed(used)),
    send(asked, soap, { by: 'saml', key: 'ec' }, around(header), answered(soap)),
  ]
}

const around = (header: string): string =>
  header.replace('<w:Security', '<w:Security xmlns="urn:around" xmlns:unused="urn:unused"')

const wrongAssertions = (asked: ListedEntity, soap: SoapListing, bytesMax: number): readonly Step[] => {
  const header = block('{{credential}}')
  const bad = (shows: Omit<Shown, 'by'>, says: string): Step =>
    send(asked, soap, { by: 'saml', ...shows }, header, failed(says))
  const inHttp = (step: Step): Step => ({ ...step, headers: { ...step.headers, authorization: 'Bearer {{token}}' } })
  return [
    bad({ key: 'another' }, 'does not verify'),
    bad({ says: [['<saml:Audience>', '<saml:Audience>another']] }, 'another audience'),
    bad({ says: [['NotBefore="@-1" NotOnOrAfter="@300"', 'NotBefore="@-9" NotOnOrAfter="@-1"']] }, 'not good any more'),
    bad(
      { says: [['Name="roles"', 'Name="others"']], sends: [['<saml:NameID>', '<saml:NameID>root']] },
      'not the one that was signed',
    ),
    { as: asked.role, shows: { by: 'saml' }, ...assertionForm({ status: 200 }), save: { token: '/access_token' } },
    ...(bytesMax < 2 * largeBytes
      ? []
      : [inHttp(bad({ says: [['<saml:NameID>', `<saml:NameID>${'a'.repeat(largeBytes)}`]] }, 'at most 65536 bytes'))]),
    inHttp(bad({ key: 'another' }, 'does not verify')),
  ]
}
