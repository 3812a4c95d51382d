import type { JsonObject } from '../values/json.ts'
import type { CallsInternal, OwnCodeContext } from './operation-body.ts'
import type { AnyEntities, CallerRows, EntityShapes, Rows } from './own-rows.ts'

/** What a charter says of a route of its own, as types. */
export interface RouteShape {
  readonly entities: EntityShapes
  /** What its body takes of a request: `params`, `query`, `headers`, `body`, and `type` where it may answer in several. */
  readonly request: object
  /** Media types that it may answer with. */
  readonly answers: string
  /** The errors that it declares. */
  readonly reason: string
  /** With whose rights it reads and writes rows. */
  readonly rights: 'caller' | 'service'
  readonly effect: 'read' | 'write'
}

/** Of a route that nobody knows. */
export interface AnyRoute {
  readonly entities: AnyEntities
  readonly request: JsonObject
  readonly answers: string
  readonly reason: string
  readonly rights: 'caller' | 'service'
  readonly effect: 'read' | 'write'
}

/**
 * The body of a route: called once the rules have allowed it and all that it takes of the request has been read. With GET it only reads;
 * else it runs in the call's transaction, as bodies of operations do.
 */
export type RouteBody<Route extends RouteShape = AnyRoute> = (
  request: Route['request'],
  context: RouteContext<Route>,
) => Promise<RouteAnswer<Route['answers']>>

/** A body whatever its route: what a service is handed, each called with what its route says. */
export type AnyRouteBody = (request: never, context: never) => Promise<unknown>

export type RouteContext<Route extends RouteShape = AnyRoute> = RouteAlways<Route> &
  (Route['effect'] extends 'read' ? Omit<OwnCodeContext, 'transaction'> : OwnCodeContext & CallsInternal)

interface RouteAlways<Route extends RouteShape> {
  readonly rows: Route['effect'] extends 'read' ? Pick<RowsOf<Route>, 'read' | 'list'> : RowsOf<Route>
  /** Ends the call with an error that the charter declares for this route; what was written is rolled back. */
  fail(reason: Route['reason'], detail?: string): never
  /** Notes what is wrong with the request, at a path of it (`/query/from`): once the body is over, all of it is 422, and nothing is written. */
  refuse(path: string, message: string): void
}

type RowsOf<Route extends RouteShape> = Route['rights'] extends 'service'
  ? Rows<Route['entities']>
  : CallerRows<Route['entities']>

/** What a route answers. */
export interface RouteAnswer<Type extends string = string> {
  /** From 200 to 299, or 301, 302, 303, 307, 308 with `location`; left out: 200, and 204 where there is no body. Failures are problems. */
  readonly status?: number
  /** Left out: the one asked for, else the first that the charter names. */
  readonly type?: Type
  /** About the body, or where to go (`content-disposition`, `location`), and names of one's own with `x-`; any other is a mistake. */
  readonly headers?: Readonly<Record<string, string>>
  /** Text or bytes; of a JSON type, the value. */
  readonly body?: unknown
}
