import type { Type } from '@charter/runtime'
import { type Charter, type Entity, type Field, isOpenField, type Membership, openFields } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import { placeOf } from './check-names.ts'
import { parseExpression, typesOf } from './expression.ts'
import type { Location } from './report.ts'
import { resolved } from './resolved.ts'

/** `access.membership`: an entity and fields that there are, whose values can be who, which roles, and what else of the principal. */
export const checkMembership: CharterCheck = (charter, reporter) => {
  const { membership, principal } = charter.access
  if (membership) checkDeclared(charter, membership, reporter)
  const entity = charter.entities.find(({ name }) => name === membership?.entity)
  for (const attribute of principal) {
    if (attribute.member === undefined) continue
    const at = atPath(charter, `access.principal.${attribute.name}`)
    const bad = (why: string): void => reporter.report('bad-member', at, { name: attribute.name, why })
    if (!membership) bad('there is no `access.membership` whose row it could be of')
    else if (attribute.isRequired) bad('it is `required`, and who belongs nowhere has no row')
    else if (entity) {
      const field = fieldOf(entity, attribute.member)
      if (!field) reportField(reporter, at, entity, attribute.member)
      else if (!isOpenField(field)) bad(`\`${field.name}\` is protected`)
      else if (kindOf(charter, field.type) !== kindOf(charter, attribute.type))
        bad(`\`${field.name}\` is ${kindOf(charter, field.type)}, not ${kindOf(charter, attribute.type)}`)
    }
  }
}

const checkDeclared = (charter: Charter, membership: Membership, reporter: CharterReporter): void => {
  const { report } = reporter
  const at = (name: string): Location => atPath(charter, `access.membership.${name}`)
  const entity = charter.entities.find(({ name }) => name === membership.entity)
  if (!entity) {
    const known = charter.entities.map(({ name }) => name)
    report('unknown-entity', at('entity'), { name: membership.entity, known })
    return
  }
  if (charter.access.tenancy && entity.isShared)
    report('bad-membership', at('entity'), {
      part: 'entity',
      why: `${entity.name} is \`shared\`: its rows say of no organisation that somebody belongs to it`,
    })
  if (entity.person === undefined)
    report('bad-membership', at('entity'), {
      part: 'entity',
      why: `${entity.name} does not say which of its fields holds a \`principal.id\` (\`person: personId\`)`,
    })
  checkRoles(charter, { entity, path: membership.roles, at: at('roles') }, reporter)
  const condition =
    membership.while === undefined ? null : parseExpression(membership.while, typesOf(openFields(entity)))
  if (condition && 'error' in condition) report('bad-membership', at('while'), { part: 'while', why: condition.error })
  const known = charter.access.roles
  if (membership.signedIn !== undefined && !known.includes(membership.signedIn))
    report('unknown-role', at('signedIn'), { name: membership.signedIn, known })
}

interface RolesAt {
  readonly entity: Entity
  readonly path: readonly string[]
  readonly at: Location
}

const stepsMax = 4

/** Masks hide nothing from the service itself; what is stored as a ciphertext it would have to open for everybody who signs in. */
const checkRoles = (charter: Charter, { entity, path, at }: RolesAt, reporter: CharterReporter): void => {
  const { report } = reporter
  if (path.length - 1 > stepsMax)
    report('bad-membership', at, { part: 'roles', why: `it goes along more than ${stepsMax} relations` })
  let from = entity
  for (const step of path.slice(0, -1)) {
    const relation = from.relations.find(({ name }) => name === step)
    if (!relation || relation.kind === 'many') {
      const known = from.relations.filter(({ kind }) => kind === 'one').map(({ name }) => name)
      report('unknown-relation', at, { name: step, entity: from.name, known })
      return
    }
    const target = charter.entities.find(({ name }) => name === relation.target)
    if (!target) return
    from = target
  }
  const last = path.at(-1) ?? ''
  const field = fieldOf(from, last)
  if (!field) reportField(reporter, at, from, last)
  else if (!isNames(charter, field.type) || !isOpenField(field))
    report('bad-membership', at, {
      part: 'roles',
      why: `\`${field.name}\` ${isOpenField(field) ? `is ${field.type.kind}` : 'is protected'}, and names of roles are text, an enum, or an array of these`,
    })
}

const atPath = (charter: Charter, path: string): Location => ({ place: placeOf(charter, path, 'access'), path })

const fieldOf = ({ fields }: Entity, wanted: string): Field | undefined => fields.find(({ name }) => name === wanted)

const reportField = ({ report }: CharterReporter, at: Location, { name: entity, fields }: Entity, name: string): void =>
  report('unknown-field', at, { name, entity, known: fields.map((field) => field.name) })

const kindOf = (charter: Charter, type: Type): string => resolved(charter, type).kind

const isNames = (charter: Charter, type: Type): boolean => {
  const of = resolved(charter, type)
  return of.kind === 'array'
    ? isNames(charter, of.items) && resolved(charter, of.items).kind !== 'array'
    : ['text', 'enum'].includes(of.kind)
}
