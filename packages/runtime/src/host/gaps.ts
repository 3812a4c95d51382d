import { ownHooks, type ServiceModel } from '../call/model.ts'
import type { ServiceHooks } from '../execute/entity-hooks.ts'
import { missingHooks } from '../execute/hook-of.ts'
import type { AnyRouteBody } from '../execute/route-body.ts'
import type { Issuer } from '../identity/issuer.ts'
import { isSealedAtRest, openDatabase } from '../settings/at-rest.ts'
import { type ServiceConfig, signInVariables } from './config.ts'

export interface GapsOptions {
  readonly model: ServiceModel
  readonly config: ServiceConfig
  readonly issuers?: readonly Issuer[]
  readonly hooks?: ServiceHooks
  readonly routes?: Readonly<Record<string, AnyRouteBody>>
}

/** What keeps a service that starts from doing all that its charter says, each with what to do about it. */
export const gapsIn = ({ model, config, issuers = [], hooks = {}, routes = {} }: GapsOptions): readonly string[] =>
  [
    issuers.length > 0 ? null : nobodySignsIn(model, config),
    notSealed(model, config),
    hooksWithoutCode(model, hooks),
    routesWithoutCode(model, routes),
  ].filter((gap) => gap !== null)

/** What lies in the clear though it is to be sealed, where a service starts all the same; null where nothing does. */
const notSealed = (model: ServiceModel, { atRest, databaseUrl, stateUrl }: ServiceConfig): string | null => {
  const open = isSealedAtRest(model, atRest) ? openDatabase([databaseUrl, stateUrl], atRest) : null
  return open && `NOT SEALED AT REST: ${open}`
}

/** Which declared hooks have no code, so that writes of their entities, or files sent to them, are refused; null where all have. */
const hooksWithoutCode = ({ entities }: ServiceModel, hooks: ServiceHooks): string | null => {
  // The engine brings those of its own entities along.
  const missing = entities.flatMap((entity) =>
    missingHooks({ name: entity.name, hooks: ownHooks(entity) ?? [] }, hooks).map(
      (moment) => `\`${moment}\` of ${entity.name}`,
    ),
  )
  if (missing.length === 0) return null
  return `HOOKS WITHOUT CODE: ${missing.join(', ')}. Writes of these entities are refused (501), of \`file\` the files alone; their code is the generated service's, in the entity's \`.hooks.ts\`.`
}

/** Which routes of the charter's own have no code; null where all have. */
const routesWithoutCode = (
  { routes = [] }: ServiceModel,
  bodies: Readonly<Record<string, AnyRouteBody>>,
): string | null => {
  const missing = routes.filter(({ name }) => !Object.hasOwn(bodies, name)).map(({ name }) => name)
  if (missing.length === 0) return null
  return `ROUTES WITHOUT CODE: ${missing.join(', ')}. They answer 501; their code is the generated service's, in \`src/routes\`.`
}

/** What to set where no way to sign in is open, so that the service would refuse everybody; null where one is. API keys lie in its database. */
const nobodySignsIn = ({ access: { accepts } }: ServiceModel, config: ServiceConfig): string | null => {
  const isOpen =
    config.mode === 'development' || config.jwt || config.gateway || config.saml || accepts.includes('api-key')
  if (isOpen) return null
  return `NOBODY CAN SIGN IN: this service accepts ${accepts.join(', ') || 'nothing'}, and none of it is configured, so every request is refused. Set ${signInVariables}.`
}
