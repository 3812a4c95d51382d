import type { Scenario, StartWanted, Step } from '../scenario.ts'
import { aboutEntity, type Derivation } from './derivation.ts'
import { isSealed, jsonFile, production } from './starts.ts'

/** Where the keys of protected fields are kept is said in the environment: every mistake of it is told at once. */
export const keyServiceScenarios = (deriving: Derivation): readonly Scenario[] =>
  isSealed(deriving.model)
    ? [
        ...mistakes.map((start, at) =>
          scenario(`mistakes.${at + 1}`, `it says each mistake of ${start.env.CHARTER_KEYS}`, start),
        ),
        ...good.map((env, at) =>
          scenario(
            `good.${at + 1}`,
            'a key service that does not answer keeps the service from nothing but protected fields',
            { env, says: [] },
            unavailable(deriving),
          ),
        ),
      ]
    : []

const scenario = (id: string, title: string, start: StartWanted, steps: readonly Step[] = []): Scenario => ({
  id: `start.keys.${id}`,
  title,
  cites: ['starting'],
  rows: steps.length > 0 ? 'example' : 'any',
  writes: false,
  in: 'rest',
  start,
  steps,
})

const mistake = (
  keys: string,
  env: StartWanted['env'],
  says: readonly string[],
  lacks: readonly string[] = [],
): StartWanted => ({ env: { CHARTER_KEYS: keys, ...env }, says, lacks })

const nowhere = '/nowhere/at/all.txt'
const vault = 'vault:transit/clinic'
const needs = (...names: readonly string[]): readonly string[] => names.map((name) => `CHARTER_KEYS needs ${name}`)
const takes = (name: string): string => `${name} takes an https address`
const oracle = { OCI_TENANCY_ID: 't', OCI_USER_ID: 'u', OCI_FINGERPRINT: 'f', OCI_PRIVATE_KEY: 'k' }
const azure = { AZURE_TENANT_ID: 't', AZURE_CLIENT_ID: 'c', AZURE_CLIENT_SECRET: 's' }
const googleKey = 'gcpkms:projects/p/locations/l/keyRings/r/cryptoKeys/k'

const mistakes: readonly StartWanted[] = [
  mistake('kms:x', {}, ['CHARTER_KEYS is "kms"']),
  mistake('constructor', {}, ['CHARTER_KEYS is "constructor"']),
  mistake('local', production, ['which production refuses']),
  mistake('vault:clinic@https://vault.example', {}, ['is like vault:', 'Say how to sign in to Vault']),
  mistake('vault:/clinic@https://vault.example', { VAULT_TOKEN: 't' }, ['is like vault:'], ['Say how']),
  mistake(
    `${vault}@http://vault.example`,
    { VAULT_ROLE_ID: 'r' },
    [takes('CHARTER_KEYS'), ...needs('VAULT_SECRET_ID')],
    ['is like'],
  ),
  mistake(`${vault}@https://user@vault.example`, { VAULT_TOKEN_FILE: nowhere }, [
    takes('CHARTER_KEYS'),
    'VAULT_TOKEN_FILE names a file that cannot be read',
  ]),
  mistake(`${vault}@https://vault.example/?q=1`, { VAULT_KUBERNETES_ROLE: 'r' }, [takes('CHARTER_KEYS')], ['Say how']),
  mistake(`${vault}@nonsense`, { VAULT_TOKEN: 't' }, [takes('CHARTER_KEYS')]),
  mistake('awskms:arn:aws:s3:::x', { AWS_ACCESS_KEY_ID: '', AWS_ENDPOINT_URL_KMS: 'http://elsewhere.example' }, [
    'is like awskms:',
    ...needs('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'),
    takes('AWS_ENDPOINT_URL_KMS'),
  ]),
  mistake('azurekv:https://x.vault.azure.net/keys/k/version', { AZURE_AUTHORITY_HOST: 'ftp://127.0.0.1' }, [
    'is like azurekv:',
    takes('AZURE_AUTHORITY_HOST'),
    ...needs(...Object.keys(azure)),
  ]),
  mistake('gcpkms:projects/p', {}, ['is like gcpkms:', ...needs('GOOGLE_APPLICATION_CREDENTIALS')]),
  mistake(
    googleKey,
    {
      GOOGLE_APPLICATION_CREDENTIALS: jsonFile,
      CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDKMS: 'https://kms.example/#part',
    },
    ['must name a readable key file', takes('CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDKMS')],
    ['is like', 'needs'],
  ),
  mistake(googleKey, { GOOGLE_APPLICATION_CREDENTIALS: nowhere }, ['must name a readable key file']),
  mistake('ocivault:x@https://y.example', {}, ['is like ocivault:', ...needs(...Object.keys(oracle))]),
  mistake('ocivault:ocid1.key.oc1.x@http://y.example', oracle, [takes('CHARTER_KEYS')], ['is like', 'needs']),
]

/** Nothing answers there. */
const good: readonly StartWanted['env'][] = [
  { CHARTER_KEYS: `${vault}@http://[::1]:9`, VAULT_TOKEN: 't' },
  { CHARTER_KEYS: 'azurekv:http://127.0.0.1:9/keys/k', AZURE_AUTHORITY_HOST: 'http://localhost:9', ...azure },
]

/** What is sealed cannot be shown now; everything else goes on. */
const unavailable = (deriving: Derivation): readonly Step[] => {
  const abouts = deriving.model.entities.map((entity) => aboutEntity(deriving, entity))
  const steps = (isWanted: (isSealed: boolean) => boolean, expect: Step['expect']): readonly Step[] =>
    abouts
      .flatMap((about): Step[] => {
        const path = about.path('list')
        const hasSealed = about.entity.fields.some(({ protect }) => protect?.kind === 'encrypt')
        const role = deriving.model.access.roles.find(
          (each) => hasRow(about, each) && (!hasSealed || seesSealed(about, each)),
        )
        // Whether a token's value is wanted of the vault depends on who asks.
        const hasTokens = about.entity.fields.some(({ protect }) => protect?.kind === 'tokenize')
        return path === null || role === undefined || !isWanted(hasSealed) || (hasTokens && !hasSealed)
          ? []
          : [{ as: role, method: 'GET', path, expect }]
      })
      .slice(0, 1)
  return [
    ...steps((is) => is, {
      status: 503,
      headers: { 'retry-after': { matches: '\\d{1,2}' } },
      body: [{ at: '/code', equals: 'unavailable' }],
    }),
    ...steps((is) => !is, { status: 200 }),
  ]
}

type About = ReturnType<typeof aboutEntity>

const hasRow = (about: About, role: string): boolean => about.rows.some((row) => about.can(role, 'list', row))

const seesSealed = (about: About, role: string): boolean =>
  about.rows.some((row) =>
    about.entity.fields.some(
      ({ name, protect, reveal, mask }) =>
        protect?.kind === 'encrypt' &&
        row[name] !== undefined &&
        row[name] !== null &&
        about.can(role, 'list', row) &&
        (mask === undefined || reveal !== undefined) &&
        (reveal === undefined || about.can(role, `reveal:${reveal}`, row)),
    ),
  )
