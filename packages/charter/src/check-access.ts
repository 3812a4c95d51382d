import { calledOperations } from '@charter/runtime'
import type { Allow, Charter, Entity } from './charter.ts'
import { offersOf } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import { atEntity, placeOf } from './check-names.ts'
import { nearest } from './near.ts'

/** `allow`, `access.mfa`: roles, actions and reveal names that exist, and what nobody may do or see. */
export const checkAccess: CharterCheck = (charter, reporter) => {
  checkRoles(charter, reporter)
  for (const entity of charter.entities) {
    for (const line of entity.allow) checkLine(entity, line, charter, reporter)
    checkReached(entity, charter, reporter)
  }
  checkMfa(charter, reporter)
  checkPerson(charter, reporter)
  checkCookies(charter, reporter)
}

/** What may stand in `allow.do` of an entity: what it offers, `update` for PUT and PATCH, and its own operations. */
export const actionsOf = (entity: Entity, charter: Charter): readonly string[] => [
  ...offersOf(entity).filter((action) => action !== 'replace'),
  ...charter.operations.filter((operation) => operation.entity === entity.name).map((operation) => operation.name),
]

/** Of a role that nothing like it is declared for, the first line tells: it is mended in one place. */
const checkRoles = (charter: Charter, { report }: CharterReporter): void => {
  const known = charter.access.roles
  const told = new Set<string>()
  for (const { name: entity, allow } of charter.entities)
    for (const { role, place } of allow) {
      if (known.includes(role) || (told.has(role) && nearest(role, known) === undefined)) continue
      told.add(role)
      report('unknown-role', { place, path: `entities.${entity}.allow.${role}` }, { name: role, known })
    }
  for (const { name, roles, place } of charter.routes)
    for (const role of roles)
      if (!known.includes(role)) report('unknown-role', { place, path: `routes.${name}.roles` }, { name: role, known })
}

const checkLine = (entity: Entity, line: Allow, charter: Charter, { report }: CharterReporter): void => {
  const at = { place: line.place, path: `entities.${entity.name}.allow.${line.role}` }
  const known = actionsOf(entity, charter)
  for (const [index, name] of line.do.entries())
    if (!known.includes(name) && !isInternal(charter, name)) {
      const isFree = calledOperations(charter).some(
        (operation) => operation.name === name && operation.entity === undefined,
      )
      report(
        'unknown-action',
        { ...at, place: line.places?.do[index] ?? at.place },
        { name, entity: entity.name, known, isFree },
      )
    }
  const reveals = revealsOf(entity)
  for (const [index, name] of line.reveal.entries())
    if (!reveals.includes(name))
      report(
        'unknown-reveal',
        { ...at, place: line.places?.reveal[index] ?? at.place },
        { name, entity: entity.name, known: reveals },
      )
}

/** What is said of such a one is told by itself. */
const isInternal = ({ internal }: Charter, action: string): boolean =>
  internal.some(({ name }) => action === name || action.endsWith(`.${name}`))

/** Names under `reveal` of an entity's fields, each once. */
export const revealsOf = (entity: Entity): readonly string[] => [
  ...new Set(entity.fields.flatMap((field) => (field.reveal === undefined ? [] : [field.reveal]))),
]

const checkReached = (entity: Entity, charter: Charter, { report }: CharterReporter): void => {
  // Whether Cedar under `policies` reaches this entity is for `access` to say; here it only silences the warnings.
  if (charter.policies.length > 0) return
  // The runs of what begins by itself are for whoever is told, or nobody.
  if (entity.allow.length === 0 && entity.job !== undefined) return
  if (entity.allow.length === 0) {
    report('no-access', atEntity(entity), { entity: entity.name })
    return
  }
  const revealed = new Set(entity.allow.flatMap((line) => line.reveal))
  for (const name of revealsOf(entity))
    if (!revealed.has(name)) report('never-revealed', atEntity(entity), { entity: entity.name, name })
}

/** A session begins at an address of REST, with a credential of the caller's own. */
const checkCookies = (charter: Charter, { report }: CharterReporter): void => {
  const { access, serves } = charter
  if (!access.cookies) return
  const at = { place: placeOf(charter, 'access.cookies'), path: 'access.cookies' }
  if (!serves.includes('rest'))
    report('bad-cookies', at, { why: 'sessions begin in REST, which is not among `serves`' })
  if (!access.accepts.some((way) => way !== 'gateway'))
    report('bad-cookies', at, { why: 'a gateway alone says who calls, and no credential is theirs to keep' })
}

/** The claim that names a person does that alone. */
const checkPerson = (charter: Charter, { report }: CharterReporter): void => {
  const { access } = charter
  const claim = access.person?.claim
  if (claim === undefined) return
  const attribute = access.principal.find((each) => each.claim === claim && each.member === undefined)
  const why = ofTokens.includes(claim)
    ? 'it is a claim of tokens themselves, and says something else'
    : claim === 'sub'
      ? 'it does so without this line, and an assertion has none of it: its `NameID` would stand for the person'
      : claim === access.tenancy?.claim
        ? 'it says which organisation they belong to'
        : attribute && `\`principal.${attribute.name}\` is of the same claim: conditions have it as \`principal.id\``
  const path = 'access.person.claim'
  if (why) report('bad-person-claim', { place: placeOf(charter, path, 'access'), path }, { claim, why })
}

/**
 * Registered claims that say something of the token, of the client or of how somebody signed in (RFC 7519 section 4.1, OpenID Connect
 * Core section 2, RFC 7800, RFC 8693, RFC 9068), and those that a service reads for roles and scopes.
 */
const ofTokens: readonly string[] = [
  ...['iss', 'aud', 'exp', 'nbf', 'iat', 'jti', 'azp', 'nonce', 'auth_time', 'at_hash', 'c_hash', 'acr', 'amr', 'sid'],
  ...['cnf', 'act', 'may_act', 'client_id', 'scope', 'scp', 'roles', 'groups', 'entitlements', 'typ'],
]

const checkMfa = (charter: Charter, { report }: CharterReporter): void => {
  const known = [
    ...charter.entities.flatMap((entity) => actionsOf(entity, charter).map((action) => `${entity.name}.${action}`)),
    ...calledOperations(charter).flatMap(({ name, entity }) => (entity === undefined ? [name] : [])),
  ]
  for (const [index, name] of charter.access.mfa.entries()) {
    const at = { place: placeOf(charter, `access.mfa.${index}`, 'access.mfa'), path: 'access.mfa' }
    if (!known.includes(name) && !isInternal(charter, name)) report('unknown-operation', at, { name, known })
  }
}
