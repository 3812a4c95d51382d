import { type Metadata, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'
import { type Principal, ProblemError, problem } from '../runtime/index.ts'

/** A status as grpc-js sends it. */
export type SentStatus = Parameters<ServerInterceptingCall['sendStatus']>[0]

/** Asks who calls a method, by the metadata of the call. */
export interface Gate {
  /** Null, or a rejection with a ProblemError, turns the call away. */
  readonly authenticate: (metadata: Metadata) => Principal | null | Promise<Principal | null>
  readonly refuse: (metadata: Metadata, peer: string, error: unknown) => SentStatus
}

/** Gates of methods by their paths; `open` ones ask nobody. A method that has none is not let through. */
export type Gates = Map<string, Gate | 'open'>

const admitted = new WeakMap<Metadata, Principal>()

/** Whom the gate let in with this metadata, told once: what a call asks later is asked anew. */
export const takeAdmitted = (metadata: Metadata): Principal | undefined => {
  const principal = admitted.get(metadata)
  admitted.delete(metadata)
  return principal
}

/** Turns whoever is nobody away before a message is read: grpc-js asks for it only once the metadata has gone on. */
export const gatekeeper =
  (gates: Gates): ServerInterceptor =>
  ({ path }, call) => {
    const gate = gates.get(path)
    if (gate === 'open') return new ServerInterceptingCall(call)
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, goOn) => {
            if (!gate) return call.sendStatus({ code: status.UNIMPLEMENTED, details: 'Nothing is offered here.' })
            const turnAway = (error: unknown) => call.sendStatus(gate.refuse(metadata, call.getPeer(), error))
            const admit = (principal: Principal | null): void => {
              if (principal) {
                admitted.set(metadata, principal)
                goOn(metadata)
              } else turnAway(new ProblemError(problem('unauthenticated')))
            }
            try {
              const found = gate.authenticate(metadata)
              if (found instanceof Promise) found.then(admit, turnAway)
              else admit(found)
            } catch (error) {
              turnAway(error)
            }
          },
        }),
    })
  }
