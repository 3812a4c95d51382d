import type { JSONWebKeySet, JWTHeaderParameters } from 'jose'

/** What a token of a time-stamp authority holds, as pkijs reads it. */
export interface TokenParts {
  readonly info: Buffer
  readonly attributes: Buffer
  readonly signature: Buffer
  readonly certificates: readonly Buffer[]
}

interface AwsRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type SignAws = (
  request: AwsRequest,
  credentials: { readonly accessKeyId: string; readonly secretAccessKey: string },
  region: string,
  service: string,
  at: Date,
) => Promise<string>

/** What `peers/peers.mjs` gives of the libraries, which are installed apart. */
export interface Peers {
  readonly canonicalize: (value: unknown) => string
  readonly countedBy: (
    buckets: readonly number[],
  ) => (method: string, route: string, status: number, seconds: number) => void
  readonly messagesOf: (
    file: object,
    name: string,
  ) => {
    readonly write: (value: object) => Uint8Array
    readonly read: (bytes: Uint8Array) => { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  }
  readonly readToken: (token: Buffer) => TokenParts
  readonly signXml: (xml: string, privateKey: string) => string
  readonly verifyXml: (xml: string, publicKey: string) => string | null
  readonly socketMessage: (id: string, payload: unknown) => string
  readonly signedBySmithy: SignAws
  readonly signedByAws4fetch: SignAws
  readonly takenUnread: (items: number) => Promise<number>
  readonly askedWhileDown: (
    set: JSONWebKeySet,
    header: JWTHeaderParameters,
  ) => Promise<{ readonly found: number; readonly asked: number }>
}
