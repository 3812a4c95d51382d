import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { nobody, type Principal } from '../call/call.ts'
import { directAddress } from '../call/client-address.ts'
import { countedRefusal } from '../call/counted-refusal.ts'
import type { ServiceBackend } from '../call/service-backend.ts'
import { standingOf } from '../identity/standing.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { HoldBody } from './body-room.ts'
import { mayTellEvents } from './event-routes.ts'
import { refuseEarly, sendThrown } from './refuse.ts'
import { addressOf, credentialOf } from './request.ts'
import { noteRoute, type RouteNote } from './route-of.ts'

/** What of a service is asked before a request comes to a route of it. */
export type GateOptions = Pick<
  ServiceBackend,
  'authenticate' | 'nowMs' | 'onBug' | 'refusals' | 'addressOf' | 'log' | 'sessions' | 'files'
> & {
  readonly model?: Pick<ServiceBackend['model'], 'name' | 'version' | 'cors' | 'access'>
}

/** How a route lets in who calls, before anything of a body is read. */
export interface Gate {
  /** As the record calls it. */
  readonly style: string
  /** Limits, which come before it is asked who calls. Throws a ProblemError. */
  readonly before?: (request: FastifyRequest) => void
  /** What is noted of a request whose route is of many things; left out: the route. */
  readonly noteOf?: (request: FastifyRequest) => RouteNote | undefined
  /** Tells a refusal, or a bug, in the style's own carrier. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, error: unknown) => void
  /** Nobody is asked who they are: it is `nobody` who calls, past the limits of an address. */
  readonly isForNobody?: true
  /** Where headers show no credential, the session of a browser may: of a page of the service's own, and how sure that has to be. Left out: none is taken. */
  readonly sessions?: 'address' | 'script'
  /** Where headers show no credential the body may: whoever reads it asks who calls, of its first 64 KB. */
  readonly mayBeInBody?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `open`: nobody is asked who they are. Left out: as problem details have it. */
    gate?: Gate | 'open'
    /** Its bodies are files, which come in for as long as they do. */
    takesFiles?: true
    /** The service works at its answers for longer than a request may take, each time in bounds of its own: nothing is heard of a client meanwhile. */
    worksLong?: true
  }
  interface FastifyInstance {
    /** Every route of this scope is open. */
    isOpen?: true
  }
  interface FastifyRequest {
    /** Who calls; null on open routes, and where the body has yet to say. */
    principal: Principal | null
    /** Where the body says who calls: takes memory for the rest of it, once that is known. */
    holdBody: ((principal: Principal) => void) | null
    /** Whether the sign-in of who calls still stands, for what takes long; null where `principal` is. */
    isStanding: (() => boolean | Promise<boolean>) | null
    /** The media type of the version that was asked for; null: none was. */
    answerType: string | null
    /** Past proxies that are trusted; null where none are. */
    clientAddress: string | null
  }
}

/** Options of a route that asks nobody who they are. */
export const openRoute = { config: { gate: 'open' as const } }

/** Asks who calls on every route that is added after it and does not say that it is open. */
export const guardRoutes = (app: FastifyInstance, serving: GateOptions, holdBody: HoldBody): void => {
  // What a browser has of one session, or of one organisation, is not for the next.
  const varied = [
    ...(serving.sessions ? ['Cookie'] : []),
    ...(serving.model?.access.membership ? ['Charter-Organisation'] : []),
  ]
  if (varied.length > 0)
    app.addHook('onSend', (_request, reply, payload, done) => {
      const others = reply.getHeader('vary')
      if (typeof others === 'string') reply.header('vary', [others, ...varied].join(', '))
      done(null, payload)
    })
  app.decorateRequest('principal', null)
  app.decorateRequest('holdBody', null)
  app.decorateRequest('isStanding', null)
  app.decorateRequest('answerType', null)
  const plain: Gate = {
    style: 'rest',
    sessions: 'address',
    before: refuseEarly(serving.model),
    refuse: (request, reply, error) => sendThrown(request, reply, error, serving.onBug),
  }
  const telling: Gate = { ...plain, before: refuseEarly(serving.model, 'events') }
  app.addHook('onRoute', function (route) {
    const gate = this.isOpen ? 'open' : (route.config?.gate ?? (mayTellEvents(route.handler) ? telling : plain))
    const own = [route.onRequest ?? []].flat()
    if (gate === 'open') {
      route.onRequest = [noteOpen({ url: route.url, style: 'http' }), ...own]
      return
    }
    const guarded: Guarded = { serving, gate, holdBody, note: { url: route.url, style: gate.style } }
    route.onRequest = [identify(guarded), ...own]
    route.preHandler = [refuseEnded(guarded), ...[route.preHandler ?? []].flat()]
  })
}

/** Notes on each request the address of who calls, where proxies are trusted to say so. */
export const noteAddresses = (app: FastifyInstance, { addressOf: past = directAddress }: GateOptions): void => {
  app.decorateRequest('clientAddress', null)
  if (past === directAddress) return
  app.addHook('onRequest', (request, _reply, done) => {
    request.clientAddress = past(request.ip, request.headers)
    done()
  })
}

interface Guarded {
  readonly serving: GateOptions
  readonly gate: Gate
  readonly holdBody: HoldBody
  readonly note: RouteNote
}

const noteOpen =
  (note: RouteNote): onRequestHookHandler =>
  (request, _reply, done) => {
    noteRoute(request.raw, note)
    done()
  }

/** Mostly answered at once, from what is known of a credential: then nothing is waited for. */
const identify =
  (route: Guarded): onRequestHookHandler =>
  (request, reply, done) => {
    noteRoute(request.raw, route.gate.noteOf?.(request) ?? route.note)
    try {
      route.gate.before?.(request)
      if (route.gate.isForNobody) return admit(route, request, reply, nobody, done)
      const { sessions } = route.gate
      const credential =
        credentialOf(request) ?? (sessions ? (route.serving.sessions?.credentialOf(request, sessions) ?? null) : null)
      if (credential === null && route.gate.mayBeInBody) {
        request.holdBody = (principal) => route.holdBody(request, reply, principal)
        return done()
      }
      const found = route.serving.authenticate(credential)
      if (found instanceof Promise)
        found.then(
          (principal) => admit(route, request, reply, principal, done),
          (error: unknown) => turnAway(route, request, reply, error),
        )
      else admit(route, request, reply, found, done)
    } catch (error) {
      turnAway(route, request, reply, error)
    }
  }

const admit = (
  route: Guarded,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal | null,
  done: () => void,
): void => {
  try {
    if (!principal) throw new ProblemError(problem('unauthenticated'))
    route.holdBody(request, reply, principal)
  } catch (error) {
    turnAway(route, request, reply, error)
    return
  }
  request.principal = principal
  request.isStanding = standingOf(principal, route.serving.nowMs ?? Date.now)
  done()
}

/** A body may take as long as a request may: what it asks for is not done for who was removed meanwhile. */
const refuseEnded =
  (route: Guarded): preHandlerHookHandler =>
  (request, reply, done) => {
    const isStanding = request.isStanding?.() ?? true
    const goOn = (is: boolean): void =>
      is ? done() : turnAway(route, request, reply, new ProblemError(problem('unauthenticated')))
    if (isStanding instanceof Promise) isStanding.then(goOn, (error: unknown) => turnAway(route, request, reply, error))
    else goOn(isStanding)
  }

const turnAway = ({ gate, serving }: Guarded, request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
  leaveUnread(request, reply)
  gate.refuse(
    request,
    reply,
    countedRefusal(serving.refusals, { style: gate.style, address: addressOf(request) }, error),
  )
}

/** What was not read of a body cannot be told from the next request: the connection ends with the answer (RFC 9112 section 9.3). */
export const leaveUnread = ({ headers }: FastifyRequest, reply: FastifyReply): void => {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  if (coding !== undefined || length !== '0') reply.header('connection', 'close')
}
