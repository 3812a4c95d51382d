import type { JsonObject, StoredAuditEntry } from '../runtime/index.ts'

/** What the development page is told, at `GET /_charter/page.json`. Everything but the tokens is known when a service is generated. */
export interface PageData {
  readonly name: string
  readonly title: string
  readonly version: string
  readonly description: string
  readonly charter: { readonly file: string; readonly text: string }
  readonly questions: readonly PageQuestion[]
  /** The words that it was drafted from, piece by piece; absent where a person wrote it. */
  readonly words?: readonly PageWords[]
  /** By path in the charter: `Patient.ssn`. */
  readonly provenance: Readonly<Record<string, PageProvenance>>
  readonly entities: readonly PageEntity[]
  /** Those that it is served in. */
  readonly styles: readonly PageStyle[]
  /** Codes that a refusal can have. */
  readonly problems: readonly string[]
  readonly operations: readonly PageOperation[]
  readonly roles: readonly PageRole[]
  /** Role → operation id → `yes`, `no`, or the condition as written. */
  readonly access: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Role → `Entity.field` → `no`, or under which condition it is shown; fields that are shown with their row are left out. */
  readonly hidden?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface PageQuestion {
  readonly kind: 'assumed' | 'question' | 'contradiction'
  readonly about: string
  readonly sentence: string
  readonly choices: readonly string[]
}

export interface PageWords {
  readonly text: string
  /** Paths in the charter that rest on it. */
  readonly became?: readonly string[]
  /** It names something, and nothing was made of it. */
  readonly isUnused?: true
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
  /** Absent: none of its fields has states. */
  readonly states?: readonly StateDiagram[]
}

/** What a row goes through, laid out: numbers are pixels, and a path is SVG's. */
export interface StateDiagram {
  readonly field: string
  /** All of it in words. */
  readonly label: string
  readonly width: number
  readonly height: number
  readonly states: readonly {
    readonly name: string
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
    readonly isInitial: boolean
    /** No move leads on from it. */
    readonly isFinal: boolean
  }[]
  /** `x` and `y`: the middle of the line that the names stand on. */
  readonly moves: readonly {
    readonly names: readonly string[]
    readonly path: string
    readonly x: number
    readonly y: number
  }[]
}

export interface PageField {
  readonly name: string
  /** As a person would say it: `text 1..120`. */
  readonly type: string
  readonly isOptional: boolean
  readonly class: string | null
  readonly reveal: string | null
  readonly description: string
  /** Absent: whoever may change the row writes it. `create`: set once. */
  readonly writes?: 'create' | 'never'
  /** Each style writes it in its own form: a list, a record, any JSON. */
  readonly isStructured?: true
  /** Its value is a file. `path`: where its bytes go, with `:name` parameters; `accept`: which kinds, as an input of HTML says it. */
  readonly file?: { readonly path: string; readonly accept: string }
}

export interface PageStyle {
  readonly name: string
  readonly title: string
  /** What a refusal comes in: `problem details (RFC 9457)`. */
  readonly refusal: string
  /** `http`, or the style's own port: then the service itself sends it on, because a browser cannot. */
  readonly listener: string
  /** Where it listens, where that is not where the page is; empty until the service listens. */
  readonly url: string
  readonly language: 'json' | 'xml' | 'graphql'
  /** What a request has beside who calls; requests name theirs by number. */
  readonly headers: readonly Readonly<Record<string, string>>[]
  /** Stand before and after every body. */
  readonly head: string
  readonly tail: string
  /** By entity and by its name on the wire: the field that an answer calls otherwise, and values that it spells otherwise. */
  readonly spellings: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly field: string; readonly values?: Readonly<Record<string, string>> }>>
    >
  >
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
  /** What a person fills in, the same for every style. */
  readonly inputs: readonly PageInput[]
  /** Values of the inputs, in their order, that succeed for a role. */
  readonly values?: readonly (readonly string[])[]
  /** By role: which of them. Where there are several, each style has its own: a row is made or taken away once. */
  readonly valuesFor?: Readonly<Record<string, readonly number[]>>
  /** By style: how the call is spelled, or a sentence saying why it is not. */
  readonly requests: Readonly<Record<string, PageRequest | string>>
  /** The same for roles that may not write all of it: without the fields that they may not. */
  readonly forms?: readonly PageForm[]
  /** By role: which of them; absent where it is as above. */
  readonly formFor?: Readonly<Record<string, number>>
}

export type PageForm = Pick<PageOperation, 'inputs' | 'requests'>

export interface PageInput {
  /** `key.id`, `value.ward`, `limit`. */
  readonly name: string
  readonly label: string
  /** Of an example that the contract takes. */
  readonly initial: string
  readonly choices?: readonly string[]
  /** A day or a moment, which is picked from a calendar; or text of several lines. */
  readonly kind?: 'date' | 'time' | 'dateTime' | 'instant' | 'lines'
  /** What it names: a field of a row that is there. */
  readonly refers?: { readonly entity: string; readonly field: string }
}

export interface PageRequest {
  readonly method: string
  readonly target: PageTemplate
  /** Which of the style's. */
  readonly headers: number
  readonly body: PageTemplate | null
}

/** Text with places for inputs. */
export type PageTemplate = readonly (string | PagePlace)[]

export interface PagePlace {
  /** Name of the input. */
  readonly input: string
  /**
   * How its text is spelled there: percent-encoded, as what stands in a JSON string, as a JSON number or literal (a string
   * where it is neither), as XML's character data, as it stands.
   */
  readonly as: 'uri' | 'string' | 'literal' | 'xml' | 'raw'
  /** Values that are spelled otherwise there. */
  readonly spelled?: Readonly<Record<string, string>>
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
