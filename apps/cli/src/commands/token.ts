import { connectors } from '@charter/connectors'
import { type KeysOfService, listApiKeys, mintApiKey, revokeApiKey } from '@charter/project/api-key'
import { requireSound } from '@charter/project/check'
import { developmentIssuerOf } from '@charter/project/development-issuer'
import { loadCharter } from '@charter/project/load'
import { pageData } from '@charter/project/page-data'
import { shortPath } from '@charter/project/short-path'
import { type JsonObject, knownScopes, type ServiceModel } from '@charter/runtime'
import { derive } from '@charter/service'
import { called } from '../called.ts'
import { type Asked, defineCommand, type ExitCode, exitCodes, jsonOption, UsageError } from '../command.ts'
import { givenClaims } from '../given-claims.ts'
import type { Terminal } from '../terminal.ts'

export const token = defineCommand({
  usage:
    '--role <role>… | --person <id> [<folder>] [--scope <scopes>] [--api-key [--days <number>]] | --list | --revoke <id>',
  options: {
    role: {
      type: 'string',
      multiple: true,
      value: 'role',
      description: 'A role that it carries; once for each that is held together.',
    },
    claim: {
      type: 'string',
      multiple: true,
      value: 'name=value',
      description: 'A claim to set instead of the sample’s; once for each.',
    },
    scope: {
      type: 'string',
      value: 'scopes',
      description: 'What it may be used for at most, with spaces between; default: whatever the role may.',
    },
    'api-key': {
      type: 'boolean',
      description: 'Make an API key in the service’s database. It is shown once, and kept as a hash.',
    },
    days: { type: 'string', value: 'number', description: 'How long the API key lasts; default: 90.' },
    person: {
      type: 'string',
      value: 'id',
      description:
        'Whose it is: a `principal.id`, as the claim of `access.person` has it, or a row of `access.membership`. Where rows say who belongs where, --role may be left out: they say what it may.',
    },
    list: { type: 'boolean', description: 'The API keys of the service, the newest first; none of them is shown.' },
    revoke: {
      type: 'string',
      value: 'id',
      description: 'End an API key: every replica refuses it within five seconds.',
    },
    json: jsonOption,
  },
  examples: [
    'charter token --role clinician ./clinic',
    'charter token --role clinician --role auditor ./clinic',
    'charter token --role clinician --claim ward=south ./clinic',
    'charter token --person ann ./helpdesk',
    'charter token --role clinician --api-key --days 30 --scope "Patient:read" ./clinic',
    'charter token --list ./clinic',
    'charter token --revoke 0198c0de-0000-7000-8000-000000000000 ./clinic',
    'curl -H "Authorization: Bearer $(charter token --role clinician ./clinic)" http://127.0.0.1:8080/api/patients',
  ],
  run: async (asked, terminal) => {
    const loaded = await loadCharter(asked.words[0] ?? '.')
    const charter = requireSound(loaded)
    const derived = derive(charter, connectors)
    const service = { derived, folder: loaded.folder, env: process.env }
    const gone = asked.text('revoke')
    if (gone !== undefined) return revoke(service, gone, terminal)
    if (asked.flag('list')) return list(service, asked, terminal)
    const known = pageData(derived, loaded).roles
    const person = personOf(asked, derived.model)
    const named = [...new Set(asked.texts('role'))]
    const roles = named.flatMap((name) => known.filter((role) => role.name === name))
    const isApiKey = asked.flag('api-key')
    const isMember = person !== undefined && derived.model.access.membership !== undefined
    const needsRole = isApiKey || !isMember || named.length > 0
    if (roles.length < named.length || (needsRole && roles.length === 0))
      throw new UsageError(
        `Say the charter’s roles with --role, once for each: ${known.map(({ name }) => name).join(', ')}.`,
      )
    const given = givenClaims(asked.texts('claim'), derived.model.access)
    const claims = { ...sampleClaims(claimsOfAll(roles), person, derived.model), ...given }
    const scopes = scopesOf(asked, knownScopes(derived.model))
    if (isApiKey) {
      refuseLostClaim(given, derived.model.access)
      const { id, text } = await mintApiKey({
        ...service,
        roles: named,
        claims,
        days: daysOf(asked),
        ...scopes,
        ...(person !== undefined && { person }),
      })
      if (asked.flag('json')) terminal.json({ roles: named, claims, id, apiKey: text })
      else terminal.line(text)
      terminal.note(`It is shown this once. To end it: ${called} token --revoke ${id} ${shortPath(loaded.folder)}`)
      return exitCodes.fine
    }
    const said = { ...claims, ...(person !== undefined && { sub: person }) }
    const issuer = await developmentIssuerOf(loaded.folder, charter, process.env)
    const text = await issuer.token(named, { ...said, ...scopeClaim(scopes) })
    if (asked.flag('json')) terminal.json({ roles: named, claims: said, token: text })
    else terminal.line(text)
    return exitCodes.fine
  },
})

/** Where neither rows nor a claim of their own say who somebody is, a token or key is what it says. */
const personOf = (asked: Asked, { access }: ServiceModel): string | undefined => {
  const person = asked.text('person')
  if (person !== undefined && !access.membership && access.personClaim === undefined)
    throw new UsageError(
      '--person is for charters that say by what a person is known: with `access.person`, or `access.membership`, where rows say what somebody may.',
    )
  return person
}

/** Of whom the first role is a sample, with what others ask for besides. */
const claimsOfAll = (roles: readonly { readonly claims: JsonObject }[]): JsonObject =>
  Object.assign({}, ...roles.map(({ claims }) => claims).reverse())

/** Rows say to which organisations a person belongs: none is made up for them. */
const sampleClaims = (claims: JsonObject, person: string | undefined, { access }: ServiceModel): JsonObject =>
  Object.fromEntries(
    Object.entries(claims).filter(
      ([name]) => person === undefined || !access.membership || name !== access.tenantClaim,
    ),
  )

const revoke = async (service: KeysOfService, id: string, terminal: Terminal): Promise<ExitCode> => {
  if (!(await revokeApiKey(service, id)))
    throw new UsageError(`No API key has the id ${id}. See \`charter token --list\`.`)
  terminal.line(`Revoked ${id}: every replica refuses it within five seconds.`)
  return exitCodes.fine
}

const list = async (service: KeysOfService, asked: Asked, terminal: Terminal): Promise<ExitCode> => {
  const keys = await listApiKeys(service)
  if (asked.flag('json')) terminal.json(keys)
  else
    for (const { id, roles, scopes, createdAt, endsAt, isEnded } of keys)
      terminal.line(
        `${id}  ${roles.join(',')}  ${scopes?.join(' ') ?? 'all scopes'}  made ${createdAt}  ${isEnded ? 'ended' : 'ends'} ${endsAt ?? 'never'}`,
      )
  return exitCodes.fine
}

/** A key is its own principal, with what the charter's rules ask for and nothing else. */
const refuseLostClaim = (given: JsonObject, { principal, tenantClaim }: ServiceModel['access']): void => {
  const kept = [...principal.map((each) => each.claim), ...(tenantClaim === undefined ? [] : [tenantClaim])]
  const claim = Object.keys(given).find((name) => !kept.includes(name))
  if (claim !== undefined)
    throw new UsageError(
      `An API key keeps no claim "${claim}": it is a principal of its own (api-key:<id>). It keeps: ${kept.join(', ') || 'none'}.`,
    )
}

type Limit = { readonly scopes?: readonly string[] }

const scopesOf = (asked: Asked, known: readonly string[]): Limit => {
  const scopes = asked.text('scope')?.split(/\s+/).filter(Boolean)
  const unknown = scopes?.find((scope) => !known.includes(scope))
  if (unknown !== undefined) throw new UsageError(`There is no scope "${unknown}". One of: ${known.join(', ')}.`)
  return scopes ? { scopes } : {}
}

const scopeClaim = ({ scopes }: Limit): JsonObject => (scopes ? { scope: scopes.join(' ') } : {})

const daysOf = (asked: Asked): number => {
  const days = Number(asked.text('days') ?? 90)
  if (!Number.isInteger(days) || days < 1 || days > 3650)
    throw new UsageError('--days takes a whole number from 1 to 3650.')
  return days
}
