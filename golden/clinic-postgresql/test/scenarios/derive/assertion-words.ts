import type { Edit, Shown } from '../scenario.ts'

/** An assertion as a step shows it, but for who vouches. */
export type ShownAssertion = Omit<Shown, 'by'>

/** An assertion that is wrong in one thing, and the sentence that says so. */
export interface BadAssertion {
  readonly shows: ShownAssertion
  readonly says: string
}

const instead = (...says: readonly Edit[]): ShownAssertion => ({ says })
const bad = (says: string, ...edits: readonly Edit[]): BadAssertion => ({ shows: instead(...edits), says })

/** A session at the identity provider that ends at a time. */
export const session = (ends: string): ShownAssertion =>
  instead(['AuthnInstant="@-1"', `AuthnInstant="@-1" SessionNotOnOrAfter="${ends}"`])

const within = (element: string, more: string): Edit => [`</saml:${element}>`, `${more}</saml:${element}>`]
const foreign = (name: string): string => `<x:${name} xmlns:x="urn:x">no</x:${name}>`
const audience = (name: string): string =>
  `<saml:AudienceRestriction><saml:Audience>${name}</saml:Audience></saml:AudienceRestriction>`
const confirmation = (method: string, more = ''): string =>
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}">${more}</saml:SubjectConfirmation>`
const data = (recipient: string): string =>
  `<saml:SubjectConfirmationData NotOnOrAfter="@300" Recipient="${recipient}"></saml:SubjectConfirmationData>`

/** At the edge of what is good, too: the clock of a provider may be ahead by a minute. */
export const goodOnes: readonly ShownAssertion[] = [
  { key: 'ec' },
  instead(['IssueInstant="@-1"', 'IssueInstant="@55"']),
  instead(['NotBefore="@-1"', 'NotBefore="@55"']),
  instead(['AuthnInstant="@-1"', 'AuthnInstant="@55"']),
  instead([' NotBefore="@-1" NotOnOrAfter="@300"', '']),
  instead(within('Conditions', '<saml:OneTimeUse></saml:OneTimeUse>')),
  instead(within('Conditions', '<saml:ProxyRestriction></saml:ProxyRestriction>')),
  instead(within('AudienceRestriction', '<saml:Audience>another</saml:Audience>')),
  instead(within('Subject', confirmation('holder-of-key', data('https://another.example/')))),
  instead(within('Subject', confirmation('bearer', data('https://another.example/')))),
  // What is called alike in another namespace says nothing.
  instead(within('Subject', foreign('NameID')), within('AttributeStatement', foreign('Attribute'))),
  instead(['<saml:Subject>', `${foreign('Issuer')}<saml:Subject>`]),
  instead(within('AuthnContext', foreign('AuthnContextClassRef'))),
  instead(
    within(
      'AttributeStatement',
      '<saml:Attribute Name="more"><saml:AttributeValue><saml:NameID>no</saml:NameID></saml:AttributeValue></saml:Attribute>',
    ),
  ),
]

const known = 'issuer that is not known'
const confirmed = 'not given to a bearer to bring here'

/** What it says of itself and of its subject. */
export const badClaims: readonly BadAssertion[] = [
  bad('not of SAML 2.0', ['Version="2.0"', 'Version="1.1"']),
  // An attribute of another namespace is another attribute.
  bad('not of SAML 2.0', [' ID="', ' xmlns:x="urn:x" ID="'], [' Version="', ' x:Version="']),
  bad(known, ['<saml:Issuer>', '<saml:Issuer>https://another.example/']),
  bad(known, ['<saml:Issuer>', '<saml:Issuer> ']),
  bad('has to have one Subject', ['<saml:Subject>', '<saml:Subject></saml:Subject><saml:Subject>']),
  bad('has to have one NameID', within('Subject', '<saml:NameID>root</saml:NameID>')),
  bad('has to have one NameID', ['<saml:NameID>', '<saml:NamedID>'], ['</saml:NameID>', '</saml:NamedID>']),
  bad('needs NameID', ['<saml:NameID>', '<saml:NameID><saml:a></saml:a>']),
  bad('needs NameID', ['<saml:NameID>', `<saml:NameID>${'a'.repeat(1025)}`]),
  bad('needs names of attributes', ['<saml:Attribute Name="roles"', '<saml:Attribute Name=""']),
  bad(confirmed, ['cm:bearer', 'cm:sender-vouches']),
  bad(confirmed, ['Recipient="', 'Recipient="https://another.example/']),
  bad(confirmed, ['Recipient=', 'Sender=']),
  bad(confirmed, [
    '</saml:SubjectConfirmation>',
    `${data('https://service.example/oauth2/token')}</saml:SubjectConfirmation>`,
  ]),
  bad(
    confirmed,
    ['<saml:SubjectConfirmationData', '<saml:SubjectConfirmationDate'],
    ['</saml:SubjectConfirmationData', '</saml:SubjectConfirmationDate'],
  ),
]

const notYet = 'not good yet'
const noMore = 'not good any more'
const time = 'is not a time in UTC'
const conditionEnd = 'NotBefore="@-1" NotOnOrAfter='

export const badConditions: readonly BadAssertion[] = [
  bad(notYet, ['IssueInstant="@-1"', 'IssueInstant="@90"']),
  bad(notYet, ['NotBefore="@-1"', 'NotBefore="@90"']),
  bad(notYet, ['<saml:SubjectConfirmationData', '<saml:SubjectConfirmationData NotBefore="@90"']),
  bad(notYet, ['AuthnInstant="@-1"', 'AuthnInstant="@90"']),
  bad(noMore, [`${conditionEnd}"@300"`, `${conditionEnd}"@-1"`]),
  bad(noMore, ['Data NotOnOrAfter="@300"', 'Data NotOnOrAfter="@-1"']),
  bad(noMore, ['AuthnInstant="@-1"', 'AuthnInstant="@-1" SessionNotOnOrAfter="@-1"']),
  bad('does not say until when', ['Data NotOnOrAfter="@300"', 'Data']),
  bad(
    'more than a day',
    [`${conditionEnd}"@300"`, `${conditionEnd}"@90000"`],
    ['Data NotOnOrAfter="@300"', 'Data NotOnOrAfter="@90000"'],
  ),
  bad(time, ['IssueInstant="@-1" ', '']),
  bad(time, ['IssueInstant="@-1"', 'IssueInstant="now"']),
  bad(time, ['IssueInstant="@-1"', 'IssueInstant="2020-01-01T00:00:00+01:00"']),
  bad(time, ['IssueInstant="@-1"', 'IssueInstant="2020-13-01T00:00:00Z"']),
  bad(time, [' AuthnInstant="@-1"', '']),
  bad(time, [`${conditionEnd}"@300"`, `${conditionEnd}"2099-01-01"`]),
  bad('another audience', ['<saml:Audience>', '<saml:Audience>another ']),
  bad('another audience', within('Conditions', audience('another'))),
  bad(
    'another audience',
    ['<saml:AudienceRestriction>', '<saml:OneTimeUse>'],
    ['</saml:AudienceRestriction>', '</saml:OneTimeUse>'],
  ),
  bad('has to have one Conditions', ['<saml:Conditions', '<saml:Conditions></saml:Conditions><saml:Conditions']),
  bad('condition that is not understood', within('Conditions', '<saml:Condition></saml:Condition>')),
  bad('condition that is not understood', within('Conditions', '<x:OneTimeUse xmlns:x="urn:x"></x:OneTimeUse>')),
]
