import type { JsonObject } from '@charter/runtime'

/** A client as a stranger would write it from the published contract: it knows no code of ours. */
export interface Client {
  /** As `serves` calls it. */
  readonly style: string
  readonly protocol: string
  /** What is sent: method and place. */
  readonly wire: string
  list(asked: ListAsked): Promise<Answer>
  close(): void
}

export interface ListAsked {
  readonly token: string
  readonly requestId: string
  readonly limit: number
}

/** Rows, or why there are none, under the charter's own names. */
export interface Answer {
  /** `HTTP 200`, `status 7 PERMISSION_DENIED`. */
  readonly carrier: string
  readonly rows?: readonly JsonObject[]
  readonly problem?: Refusal
}

export interface Refusal {
  readonly code: string
  readonly detail: string
}

/** The fields of a patient, as every contract lists them. */
export const fields = ['id', 'name', 'birthDate', 'ssn', 'email', 'ward'] as const

/** A row of those fields; one that is not there has no value. */
export const rowOf = (read: (field: string) => unknown): JsonObject =>
  Object.fromEntries(fields.map((field) => [field, textOrNull(read(field))]))

const textOrNull = (value: unknown): string | null => (value === undefined || value === null ? null : String(value))

const timeoutMs = 10_000

/** Posts a body, or gets where there is none. */
export const http = (
  address: string,
  { token, requestId }: ListAsked,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<Response> =>
  fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-request-id': requestId, ...headers },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body }),
  })
