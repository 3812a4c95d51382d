import type { JsonObject } from './json.ts'
import type { StoredAuditEntry } from './state.ts'

/** What the development page is told, at `GET /_charter/page.json`. Everything but the tokens is known when a service is generated. */
export interface PageData {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly description: string
  readonly charter: { readonly file: string; readonly text: string }
  readonly questions: readonly PageQuestion[]
  /** By path in the charter: `Patient.ssn`. */
  readonly provenance: Readonly<Record<string, PageProvenance>>
  readonly entities: readonly PageEntity[]
  readonly operations: readonly PageOperation[]
  readonly roles: readonly PageRole[]
  /** Role → operation id → `yes`, `no`, or the condition as written. */
  readonly access: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface PageQuestion {
  readonly kind: 'assumed' | 'question' | 'contradiction'
  readonly about: string
  readonly sentence: string
  readonly choices: readonly string[]
}

export interface PageProvenance {
  readonly quoted?: string
  readonly assumed?: string
  /** 0 to 1. */
  readonly confidence: number
}

export interface PageEntity {
  readonly name: string
  readonly description: string
  readonly fields: readonly PageField[]
  readonly relations: readonly { readonly name: string; readonly kind: 'one' | 'many'; readonly target: string }[]
}

export interface PageField {
  readonly name: string
  /** As a person would say it: `text 1..120`. */
  readonly type: string
  readonly isOptional: boolean
  readonly class: string | null
  readonly reveal: string | null
  readonly description: string
}

export interface PageOperation {
  /** `Patient.read`. */
  readonly id: string
  readonly method: string
  /** With `:name` parameters. */
  readonly path: string
  readonly summary: string
  readonly entity: string | null
  readonly keyFields: readonly string[]
  readonly bodyExample: JsonObject | null
  readonly queryExample: string
}

export interface PageRole {
  readonly name: string
  readonly description: string
  /** A development token; empty where none was minted. */
  readonly token: string
  /** Claims that the token carries beside the role. */
  readonly claims: JsonObject
}

/** `GET /_charter/trail?after=<position>`: newest first. */
export interface PageTrail {
  readonly entries: readonly StoredAuditEntry[]
}
