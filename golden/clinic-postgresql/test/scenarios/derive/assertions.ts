import { knownScopes, type ServiceModel } from '../../../src/runtime/index.ts'
import type { Expect, Scenario, Shown, Step } from '../scenario.ts'
import { badDocuments, badSignatures, otherForms } from './assertion-forms.ts'
import { type BadAssertion, badClaims, badConditions, goodOnes, session } from './assertion-words.ts'
import { type Derivation, type ListedEntity, whatToList } from './derivation.ts'

/** Assertions of SAML 2.0 for a token (RFC 7522): good ones, each thing that can be wrong with one, and forms that ask for no token. */
export const assertionScenarios = (deriving: Derivation): readonly Scenario[] => {
  const { model } = deriving
  const asked = whatToList(deriving)
  if (!asked || !model.access.accepts.includes('saml')) return []
  const refused = ({ shows, says }: BadAssertion): Step =>
    exchange(asked, shows, { status: 400, body: [{ at: '/error', equals: 'invalid_grant' }], says: [says] })
  return [
    scenario(
      'good',
      'an assertion is exchanged once, for a token of ten minutes that is good for what its person may',
      [
        exchange(asked, {}, good, '', { token: '/access_token' }),
        list(asked, 200),
        again(usedUp),
        ...goodOnes.map((shows) => exchange(asked, shows, { status: 200 }, '', { token: '/access_token' })),
        list(asked, 200),
      ],
    ),
    scenario(
      'forms',
      'an assertion is read as what it means, however it is written',
      otherForms.map((shows) => exchange(asked, shows, good)),
    ),
    scenario('sessions', 'no token outlives the session at the identity provider', [
      exchange(asked, session('@100'), { status: 200, body: [{ at: '/expires_in', differs: 600 }] }),
      exchange(asked, session('@3000'), good),
    ]),
    scenario(
      'claims',
      'what an assertion does not say right is refused by name',
      [...badClaims, ...ofModel(model)].map(refused),
    ),
    scenario(
      'conditions',
      'an assertion is good for this service, now, by whoever bears it',
      badConditions.map(refused),
    ),
    scenario(
      'signatures',
      'what does not verify is refused, and so is every way to be believed without',
      badSignatures.map(refused),
    ),
    scenario('documents', 'a document in which two readers could see two things is refused', badDocuments.map(refused)),
    scenario('requests', 'a form that asks for no token is told what is wrong with it', badForms(asked)),
    scenario('scopes', 'a token is good for the scopes asked for, and for no others', scopes(model, asked)),
  ]
}

const scenario = (id: string, title: string, steps: readonly Step[]): Scenario => ({
  id: `assertions.${id}`,
  title,
  cites: ['precedence'],
  rows: 'any',
  writes: false,
  in: 'rest',
  steps,
})

const grant = encodeURIComponent('urn:ietf:params:oauth:grant-type:saml2-bearer')

const asking = (text: string, expect: Expect, save: Step['save'] = {}): Omit<Step, 'as'> => ({
  method: 'POST',
  path: '/oauth2/token',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  text,
  expect: { ...expect, headers: { 'cache-control': { equals: 'no-store' }, ...expect.headers } },
  save,
})

const exchange = (
  { role }: ListedEntity,
  shows: Omit<Shown, 'by'>,
  expect: Expect,
  more = '',
  save: Step['save'] = {},
): Step => ({
  as: role,
  shows: { by: 'saml', ...shows },
  ...asking(`grant_type=${grant}&assertion={{credential64}}${more}`, expect, save),
})

const good: Expect = {
  status: 200,
  body: [
    { at: '/token_type', equals: 'Bearer' },
    { at: '/expires_in', equals: 600 },
  ],
}

/** The one that was shown last. */
const again = (expect: Expect): Step => ({ as: null, ...assertionForm(expect) })

/** Asks for a token with the assertion that was shown last. */
export const assertionForm = (expect: Expect): Omit<Step, 'as'> =>
  asking(`grant_type=${grant}&assertion={{credential64}}`, expect)

const list = ({ path }: ListedEntity, status: number): Step => ({
  as: null,
  method: 'GET',
  path: `${path}?limit=1`,
  headers: { authorization: 'Bearer {{token}}' },
  expect: { status },
})

const usedUp: Expect = { status: 400, body: [{ at: '/error', equals: 'invalid_grant' }], says: ['was used before'] }

const ofModel = ({ access: { principal, tenantClaim, personClaim } }: ServiceModel): readonly BadAssertion[] =>
  [
    ...principal.filter(({ isRequired }) => isRequired).map(({ claim }) => claim),
    ...[tenantClaim, personClaim].filter((claim) => claim !== undefined),
  ].map((claim) => ({
    shows: { says: [[`Name="${claim}"`, 'Name="another"']] },
    says: `needs a \\"${claim}\\" claim`,
  }))

const formTooLong = 65_537

/** RFC 6749 section 3.2 and 5.2. */
const badForms = (asked: ListedEntity): readonly Step[] => {
  const wrong = (text: string, error: string, says: string): Step => ({
    as: asked.role,
    shows: { by: 'saml' },
    ...asking(text, { status: 400, body: [{ at: '/error', equals: error }], says: [says] }),
  })
  const sendOnce = 'Send grant_type, assertion and, if you like, scope, each once'
  return [
    wrong('assertion={{credential64}}', 'invalid_request', sendOnce),
    wrong(`grant_type=${grant}&grant_type=${grant}&assertion={{credential64}}`, 'invalid_request', sendOnce),
    wrong(`grant_type=${grant}&assertion={{credential64}}&scope=a&scope=b`, 'invalid_request', sendOnce),
    wrong('grant_type=password&assertion={{credential64}}', 'unsupported_grant_type', 'saml2-bearer'),
    wrong(`grant_type=${grant}`, 'invalid_request', 'one assertion, in base64url'),
    wrong(
      `grant_type=${grant}&assertion={{credential64}}&assertion={{credential64}}`,
      'invalid_request',
      'one assertion',
    ),
    wrong(`grant_type=${grant}&assertion=a!b`, 'invalid_request', 'one assertion, in base64url'),
    {
      as: null,
      ...asking('x'.repeat(formTooLong), { status: 413, headers: { 'cache-control': { present: true } } }),
    },
    {
      as: null,
      ...asking('{}', { status: 415, headers: { 'cache-control': { present: true } } }),
      headers: { 'content-type': 'text/plain' },
    },
  ]
}

const scopes = (model: ServiceModel, asked: ListedEntity): readonly Step[] => {
  const enough = `${asked.entity}:read`
  const other = knownScopes(model).find(
    (scope) => !scope.startsWith(asked.entity) && scope.endsWith(':write') && !scope.startsWith(`${model.name}:`),
  )
  return [
    exchange(asked, {}, { status: 400, body: [{ at: '/error', equals: 'invalid_scope' }] }, '&scope=not%3Aknown'),
    // It was not used up.
    again(good),
    exchange(asked, {}, { ...good, body: [{ at: '/scope', equals: enough }] }, `&scope=${encodeURIComponent(enough)}`, {
      token: '/access_token',
    }),
    list(asked, 200),
    ...(other === undefined
      ? []
      : [
          exchange(asked, {}, good, `&scope=${encodeURIComponent(other)}`, { token: '/access_token' }),
          list(asked, 403),
        ]),
  ]
}
