import {
  doing,
  type EntityModel,
  hasOwnBody,
  isRoute,
  moveAction,
  type OperationModel,
  ownHooks,
  type Rule,
  type ServiceModel,
} from '@charter/runtime'
import type { RestRoute } from '@charter/styles'
import { type Decided, decisionOn } from './decision.ts'
import type { IncludeDecision } from './explain-includes.ts'

export interface Explained {
  readonly model: ServiceModel
  readonly route: RestRoute
  /** Whose rows it is about. */
  readonly target: EntityModel | undefined
  readonly custom: OperationModel | undefined
  readonly asked: Decided
  /** Rules that decide. */
  readonly deciding: readonly Rule[]
}

/** What no rule says and a caller meets all the same. */
export const notesOfCall = ({ model, route, target, custom, asked, deciding }: Explained): readonly string[] => [
  ...membershipNotes(model, asked.roles),
  ...personNotes(model, deciding),
  ...moveNotes(model, custom),
  ...rightsNotes(custom),
  ...openNotes(custom),
  ...sessionNotes(model, route),
  ...hookNotes(target, route.operation, custom),
  ...stepUpNotes(model, target, asked.action),
  ...unseenNotes(model, route, asked),
]

/** By what a caller comes to have the roles. */
const membershipNotes = ({ access: { membership } }: ServiceModel, held: readonly string[]): readonly string[] => {
  if (!membership) return []
  const { entity, person, roles, signedIn } = membership
  const ofRows = held.filter((role) => role !== signedIn).map((role) => `\`${role}\``)
  return [
    ...(ofRows.length === 0
      ? []
      : [
          `A caller has ${ofRows.join(' and ')} where a row of ${entity} with their id in \`${person}\` says so (\`${roles.join('.')}\`)${membership.while ? ', and counts (`while`)' : ''}; what a token says of roles counts for nothing.`,
        ]),
    ...(signedIn === undefined
      ? []
      : [
          `Whoever is signed in has \`${signedIn}\`${ofRows.length === 0 ? '' : ' besides'}, a member of an organisation or not.`,
        ]),
  ]
}

/** Whom a condition on who calls means, where the charter says by what a person is known. */
const personNotes = ({ access: { personClaim } }: ServiceModel, deciding: readonly Rule[]): readonly string[] =>
  personClaim !== undefined && deciding.some(({ when }) => asksWho(when))
    ? [
        `\`principal.id\` is the claim \`${personClaim}\`, whoever vouches for it: one person is one, by whatever account they sign in.`,
      ]
    : []

const asksWho = (of: unknown): boolean =>
  typeof of === 'object' &&
  of !== null &&
  (('kind' in of && of.kind === 'principal' && 'name' in of && of.name === 'id') || Object.values(of).some(asksWho))

/** From where to where a move leads, and what it asks, with its line. */
const moveNotes = ({ access }: ServiceModel, operation: OperationModel | undefined): readonly string[] => {
  if (!operation?.move) return []
  const { field, from, to } = operation.move
  const asked = access.rules.find(({ actions }) => actions.includes(moveAction(operation.name)))?.source
  return [
    `It moves \`${field}\` from ${from.map((state) => `\`${state}\``).join(' or ')} to \`${to}\`; from elsewhere it is a conflict.`,
    ...(asked ? [`It asks of the row, whoever the caller is: ${asked.text} (${asked.file}:${asked.line}).`] : []),
  ]
}

/** With whose rights a body reads and writes, which no rule says. */
const rightsNotes = (operation: OperationModel | undefined): readonly string[] => {
  if (!operation || !hasOwnBody(operation)) return []
  return [
    operation.rights === 'service'
      ? 'Its body has the rights of the service (`rights: service`): what it reads and writes, no rule is asked of.'
      : 'Its body has the rights of its caller: what it reads and writes has to be allowed as well, and may be refused.',
  ]
}

/** That nobody is asked who they are, which no rule says. */
const openNotes = (operation: OperationModel | undefined): readonly string[] =>
  operation && isRoute(operation) && operation.route.isOpen
    ? ['Nobody has to sign in (`open: true`): whoever reaches the service may call it, and is nobody to it.']
    : []

/** That a sign-in by one factor is not enough, which no rule says. */
const stepUpNotes = (
  { access: { mfa } }: ServiceModel,
  target: EntityModel | undefined,
  action: string,
): readonly string[] => {
  const name = target ? `${target.name}.${action}` : action
  return mfa.includes(name)
    ? [
        `It asks for a second factor (\`access.mfa: ${name}\`): who signed in with one alone is refused; here both were shown.`,
      ]
    : []
}

/** A row that may not be read is not found, whatever else may be done with it. */
const unseenNotes = (model: ServiceModel, { path }: RestRoute, asked: Decided): readonly string[] => {
  const { entity, action, many } = asked
  const isOfRow = entity !== null && path.includes(':') && action !== 'read' && action !== 'list'
  if (!isOfRow || !decisionOn(model.access.rules, asked).isEverAllowed) return []
  const reading = decisionOn(model.access.rules, { ...asked, action: 'read', said: doing(entity, 'read', many) })
  return reading.isEverAllowed
    ? []
    : [
        `It always ends with \`not-found\`: ${entity} may not be read (\`do: [read]\`), and what may not be read is not found.`,
      ]
}

/** How else than by a header who calls may be shown, which no rule says. */
const sessionNotes = ({ sessions }: ServiceModel, { method }: RestRoute): readonly string[] =>
  sessions
    ? [
        `A page of the service's own origin may ask it by a cookie (\`access.cookies\`)${method === 'GET' ? '' : '; what does not say that it is one may not'}.`,
      ]
    : []

/** Which code of the service's own a write runs through, that no rule of the charter says. */
const hookNotes = (
  target: EntityModel | undefined,
  id: string,
  operation: OperationModel | undefined,
): readonly string[] => {
  const writes = operation?.move !== undefined || /\.(create|replace|update|delete)$/.test(id)
  const hooks = target && ownHooks(target)
  if (!target || !hooks || !writes) return []
  const said = hooks.map((moment) => `\`${moment}\``).join(', ')
  return [`Code of the service’s own runs around it (hooks of ${target.name}: ${said}); here nothing ran in its place.`]
}

/** What a reader of the statements has to know. */
export const notesOn = (
  sql: readonly string[],
  includes: readonly IncludeDecision[],
  { database, wanted }: { readonly database: string; readonly wanted: string | undefined },
): readonly string[] => [
  ...(wanted !== undefined && wanted !== database && sql.length > 0
    ? [
        `The charter is for ${wanted}, and DATABASE_URL names no server to try it on: these are the statements for ${database}.`,
      ]
    : []),
  ...(sql.some((each) => each.includes('charter_in_time()'))
    ? ['`random() & 63 OR charter_in_time()` is true of every row: it ends a statement whose time is up.']
    : []),
  ...(sql.some((each) => each.includes('charter_is_text('))
    ? ['`charter_is_text(…)` is true of bytes that are text: SQLite keeps any as text.']
    : []),
  ...(sql.some(isOrderedList)
    ? ['A list selects what it is ordered by once more, as its last columns: the next page begins after them.']
    : []),
  ...(includes.some(({ isEverAllowed }) => isEverAllowed) && sql.length < 2
    ? ['No example row that may be seen leads to what is included, so the statement for it was not made.']
    : []),
]

const isOrderedList = (statement: string): boolean => {
  const columns =
    /^SELECT (.*?) FROM .* ORDER BY .* LIMIT \d+$/s.exec(statement)?.[1]?.match(/t\."(?:[^"]|"")*"/g) ?? []
  return new Set(columns).size < columns.length
}
