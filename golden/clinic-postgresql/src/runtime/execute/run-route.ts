import { Buffer } from 'node:buffer'
import type { RouteModel } from '../call/model.ts'
import { unlessOver } from '../limits/until.ts'
import { InputErrors } from '../problem/input-errors.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { refuseErrors } from '../rows/input.ts'
import { type JsonObject, ownMember } from '../values/json.ts'
import type { Execution } from './call-engine.ts'
import { readAnswer } from './route-answer.ts'
import type { AnyRouteBody, RouteBody } from './route-body.ts'

/**
 * Runs the code of a route on what was read of a request, with a context of `contextOf`. Gives its answer as a call carries it
 * (`CarriedAnswer`). Throws a ProblemError: `not-implemented`, `invalid-input` with what the code refuses, whatever it throws itself.
 */
export const runRoute = async (
  { executing, call }: Execution,
  route: RouteModel,
  value: JsonObject,
  contextOf: (refuse: (path: string, message: string) => void) => object,
): Promise<JsonObject> => {
  const body = bodyOf(executing.routes ?? {}, route)
  const errors = new InputErrors()
  const refuse = (path: string, message: string): void => errors.push({ path, code: 'check', message })
  const ran = body(requestOf(route, value), contextOf(refuse) as never)
  const answer = await unlessOver(call.context, ran)
  refuseErrors(errors)
  return readAnswer(route, answer, value.type as string | undefined, executing.store.room)
}

const bodyOf = (bodies: Readonly<Record<string, AnyRouteBody>>, { name }: RouteModel): RouteBody => {
  // Its own types are what its route says; here it is any.
  const body = ownMember(bodies, name) as RouteBody | undefined
  if (!body) throw new ProblemError(problem('not-implemented', { detail: 'This route has no body yet.' }))
  return body
}

/** Bytes are carried as base64, and handed over as they were sent. */
const requestOf = ({ route }: RouteModel, value: JsonObject): JsonObject =>
  route.body?.as === 'bytes' ? ({ ...value, body: Buffer.from(String(value.body), 'base64') } as never) : value
