import type { Json, JsonObject, LimitsModel, OnBug, ServiceLog } from '@charter/runtime'
import type { ListenAt, ListenerSettings, TlsConfig } from '@charter/runtime/service'

/** A port of its own beside HTTP's, on the same host and with the same TLS, for a style that is not spoken over HTTP/1.1. */
export interface OwnListener<Surface = unknown, Server = unknown> extends ListenerSettings {
  /** Opens what the style's `serve` joins, not yet listening. */
  open(options: ListenerOptions): Promise<Server & Listener>
  /** Speaks for the development page to a service at `url`: a browser cannot. */
  relay(surface: Surface, url: string): Promise<Relay>
}

/** What everybody may tell of a listener: who starts a service, what is generated, who reads its first line. */
export interface ListenerPlace extends ListenerSettings {
  /** Of its style. */
  readonly title: string
  /** Of its address in the line that a service says when it listens: `grpcUrl`. */
  readonly urlName: string
}

/** Of the styles that have a port of their own, by their names. */
export const listenerPlaces = (
  styles: readonly {
    readonly name: string
    readonly title: string
    readonly listener: 'http' | ListenerSettings
  }[],
): Readonly<Record<string, ListenerPlace>> =>
  Object.fromEntries(
    styles.flatMap(({ name, title, listener }) => {
      if (listener === 'http') return []
      const { portVariable, portDefault, switches = [] } = listener
      return [[name, { title, portVariable, portDefault, switches, urlName: `${inCamelCase(name)}Url` }] as const]
    }),
  )

/** As source spells the name of a style: `long-lines` is `longLines`. */
export const inCamelCase = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export interface ListenerOptions {
  readonly limits: LimitsModel
  readonly tls: TlsConfig | null
  readonly onBug?: OnBug
  readonly log: Pick<ServiceLog, 'request'> | null | undefined
}

export interface Listener {
  /** The address it is reached at. Rejects when the port cannot be had. */
  listen(at: ListenAt): Promise<string>
  /** Takes no new calls, answers those under way for a bounded time, then ends. */
  close(): Promise<void>
}

/** Sends one call on. Rejects with a sentence for what is no call of the contract. */
export type Relay = (call: RelayedCall) => Promise<RelayedAnswer>

export interface RelayedCall {
  /** As a `WireRequest` has it: gRPC's full method name. */
  readonly path: string
  readonly metadata: Readonly<Record<string, string>>
  readonly message: Json
}

export interface RelayedAnswer {
  readonly status: { readonly code: number; readonly name: string; readonly message: string; readonly details?: Json }
  /** Null where the call was refused. */
  readonly message: JsonObject | null
  /** The same, or the problem, under the charter's own names. */
  readonly value: Json
  readonly metadata: Readonly<Record<string, string>>
}
