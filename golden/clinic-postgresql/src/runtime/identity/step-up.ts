import type { Call, Principal } from '../call/call.ts'
import { calledOperations, type EntityModel, type OperationModel, type ServiceModel } from '../call/model.ts'
import { ruledAs } from '../call/ruled-as.ts'
import { includedActions } from '../call/scope.ts'
import { ownedRelations } from '../call/written.ts'
import { ProblemError, problem } from '../problem/problem.ts'

const freshSeconds = 15 * 60
const skewSeconds = 60
const strongMethods = ['mfa', 'otp', 'hwk', 'swk', 'fpt', 'face', 'sc']

type StepUpModel = Pick<ServiceModel, 'entities' | 'operations' | 'routes'> & {
  readonly access: Pick<ServiceModel['access'], 'mfa'>
}

/**
 * Asks for a second factor where the charter does so (`access.mfa`) for anything that a call does: its operation, the rows that it
 * answers or includes, and the owned rows that it may write or that go with them. Throws `step-up-required`.
 */
export const stepUpFor = (
  model: StepUpModel,
  call: Pick<Call, 'operation' | 'input' | 'select'>,
  principal: Principal,
  nowMs: number,
): void => {
  const { mfa } = model.access
  if (mfa.length > 0 && actionsOf(model, call).some((action) => mfa.includes(action))) requireStepUp(principal, nowMs)
}

/** As `access.mfa` names them: `Patient.delete`, `Patient.discharge`, and the name alone of an operation on no entity. */
const actionsOf = (
  model: StepUpModel,
  { operation, input, select }: Pick<Call, 'operation' | 'input' | 'select'>,
): readonly string[] => {
  const custom = calledOperations(model).find(({ name }) => name === operation)
  if (custom) {
    const answered = custom.result && 'entity' in custom.result ? custom.result.entity : undefined
    const own = custom.entity === undefined ? custom.name : `${custom.entity}.${custom.name}`
    return [own, ...answeredBy(custom), ...includedActions(model, answered, select)]
  }
  const [name = '', action = ''] = operation.split('.')
  const entity = entityOf(model, name)
  return [
    `${name}.${ruledAs(action)}`,
    ...(answering.includes(action) ? [`${name}.read`] : []),
    ...includedActions(model, name, select),
    ...(entity ? ownedBy(model, entity, action, Object.keys(input.value ?? {})) : []),
  ]
}

/** Writes that answer the row, which is to read it. */
const answering: readonly string[] = ['create', 'replace', 'update']

/** An operation that answers rows reads them, or lists them. */
const answeredBy = ({ result }: OperationModel): readonly string[] =>
  result && 'entity' in result ? [`${result.entity}.${result.isList ? 'list' : 'read'}`] : []

const entityOf = ({ entities }: StepUpModel, name: string | undefined): EntityModel | undefined =>
  entities.find((each) => each.name === name)

/** A list in the place of another makes, changes and removes rows, and a parent takes its own with it. */
const ownedBy = (
  model: StepUpModel,
  entity: EntityModel,
  action: string,
  members: readonly string[],
): readonly string[] => {
  if (action === 'delete') return goneWith(model, entity)
  const written = action === 'create' ? ['create'] : ['create', 'update', 'delete']
  return ownedRelations(entity)
    .filter(({ name }) => action === 'replace' || members.includes(name))
    .flatMap(({ target }) => [
      ...written.map((each) => `${target}.${each}`),
      ...(action === 'create' ? [] : goneWith(model, entityOf(model, target))),
    ])
}

/** What goes with a row: those that it owns, and what these own in turn. `going`: entities above, as they may own each other in a ring. */
const goneWith = (
  model: StepUpModel,
  entity: EntityModel | undefined,
  going: readonly string[] = [],
): readonly string[] =>
  entity === undefined || going.includes(entity.name)
    ? []
    : ownedRelations(entity).flatMap(({ target }) => [
        `${target}.delete`,
        ...goneWith(model, entityOf(model, target), [...going, entity.name]),
      ])

/** Whole seconds since a second factor was shown, which no API key can; null where none was, or it is yet to come. */
export const strongAgeOf = ({ signIn, credential }: Principal, nowMs: number): number | null => {
  const isStrong = signIn?.amr?.some((method) => strongMethods.includes(method)) ?? false
  const ageSeconds = Math.floor(nowMs / 1000 - (signIn?.authTime ?? Number.NEGATIVE_INFINITY))
  if (credential === 'api-key' || !isStrong || !Number.isFinite(ageSeconds) || ageSeconds < -skewSeconds) return null
  return Math.min(Math.max(ageSeconds, 0), 2 ** 31 - 1)
}

/** A second factor within the last 15 minutes (RFC 8176 `amr`, RFC 9470). API keys can never satisfy it. */
export const requireStepUp = (principal: Principal, nowMs: number): void => {
  const { signIn, credential } = principal
  const isStrong = signIn?.amr?.some((method) => strongMethods.includes(method)) ?? false
  const ageSeconds = nowMs / 1000 - (signIn?.authTime ?? Number.NEGATIVE_INFINITY)
  // A sign-in that is yet to come would stay fresh for as long as its maker likes.
  const isFresh = ageSeconds <= freshSeconds && ageSeconds >= -skewSeconds
  if (credential === 'api-key' || !isStrong || !isFresh) {
    throw new ProblemError(
      problem('step-up-required', { detail: 'Sign in again with a second factor, then repeat the request.' }),
    )
  }
}
