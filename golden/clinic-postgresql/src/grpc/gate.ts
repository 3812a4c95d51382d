import { type Metadata, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'
import {
  type Places,
  type Principal,
  ProblemError,
  principalKey,
  problem,
  standingOf,
  type Turns,
} from '../runtime/index.ts'

/** A status as grpc-js sends it. */
export type SentStatus = Parameters<ServerInterceptingCall['sendStatus']>[0]

/** Asks who calls a method, by the metadata of the call. */
export interface Gate {
  /** Null, or a rejection with a ProblemError, turns the call away. */
  readonly authenticate: (metadata: Metadata) => Principal | null | Promise<Principal | null>
  /** The clock that sign-ins end by. */
  readonly nowMs: () => number
  readonly refuse: (metadata: Metadata, peer: string, error: unknown) => SentStatus
  /** A file comes in many messages, which takes longer than a request may. */
  readonly takesFiles?: true
}

/** Gates of methods by their paths; `open` ones ask nobody. A method that has none is not let through. */
export type Gates = Map<string, Gate | 'open'>

/** What messages take while they are read and answered, of all callers and of each. */
export interface MessageRoom {
  /** In which messages are received and read: a few bytes may unpack to the greatest size. */
  readonly turns: Turns
  /** Bytes, unpacked, until the call is over. */
  readonly room: Places
}

/** A call that was let in. */
export interface Admitted {
  readonly principal: Principal
  /** Whether the sign-in still stands: a message may come long after its metadata. */
  isStanding(): boolean | Promise<boolean>
  /**
   * Its message is there, and the one before is done with. Throws a ProblemError (`too-many`) where there is no memory for it beside
   * the caller's others.
   */
  hold(bytes: number): void
  /** Its message was read: the next one's turn. */
  read(): void
  /** Of a request in many messages: lets one more come. */
  next(): void
}

const admitted = new WeakMap<Metadata, Admitted>()

/** Whom the gate let in with this metadata, told once: what a call asks later is asked anew. */
export const takeAdmitted = (metadata: Metadata): Admitted | undefined => {
  const found = admitted.get(metadata)
  admitted.delete(metadata)
  return found
}

/** Turns whoever is nobody away before a message is read: grpc-js asks for it only once the metadata has gone on. */
export const gatekeeper =
  (gates: Gates, messages: MessageRoom): ServerInterceptor =>
  ({ path }, call) => {
    const gate = gates.get(path)
    if (gate === 'open') return new ServerInterceptingCall(call)
    const paced = gate?.takesFiles ? new PacedCall(call) : null
    let isOver = false
    let leave = (): void => {}
    const atEnd: (() => void)[] = []
    const over = (): void => {
      isOver = true
      for (const each of atEnd.splice(0)) each()
    }
    return new ServerInterceptingCall(paced ?? call, {
      start: (next) =>
        next({
          onCancel: over,
          onReceiveMetadata: (metadata, goOn) => {
            if (!gate) return call.sendStatus({ code: status.UNIMPLEMENTED, details: 'Nothing is offered here.' })
            const turnAway = (error: unknown) => call.sendStatus(gate.refuse(metadata, call.getPeer(), error))
            const admit = async (principal: Principal | null): Promise<void> => {
              if (!principal) return turnAway(new ProblemError(problem('unauthenticated')))
              const key = principalKey(principal)
              const isStanding = standingOf(principal, gate.nowMs)
              const read = await messages.turns.take(key)
              atEnd.push(read, () => leave())
              if (isOver) return over()
              admitted.set(metadata, {
                principal,
                isStanding,
                read,
                hold: (bytes) => {
                  leave()
                  leave = held(messages.room, key, bytes)
                  if (isOver) leave()
                },
                next: () => paced?.next(),
              })
              goOn(metadata)
            }
            try {
              const found = gate.authenticate(metadata)
              if (found instanceof Promise) found.then(admit).catch(turnAway)
              else admit(found).catch(turnAway)
            } catch (error) {
              turnAway(error)
            }
          },
        }),
      sendStatus: (sent, next) => {
        over()
        next(sent)
      },
    })
  }

/** Its messages come one at a time, each when `next` is called for it: Node's own streams would keep sixteen, however long they are. */
class PacedCall extends ServerInterceptingCall {
  #isWanted = false
  #isNext = false

  next(): void {
    this.#isNext = true
    this.#read()
  }

  override startRead(): void {
    this.#isWanted = true
    this.#read()
  }

  #read(): void {
    if (!this.#isWanted || !this.#isNext) return
    this.#isWanted = false
    this.#isNext = false
    super.startRead()
  }
}

const held = (room: Places, key: string, bytes: number): (() => void) => {
  const leave = room.take(key, bytes)
  if (leave) return leave
  throw new ProblemError(problem('too-many', { detail: full, retryAfterSeconds: 1 }))
}

const full = 'So many large messages are not taken at once. Wait for the answers to some.'
