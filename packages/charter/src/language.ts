import type { EntitySql, PageData, ServiceModel } from '@charter/runtime'
import type { Charter } from './charter.ts'

/** charter + model + rendered SQL + surfaces → a tree of files. Pure: runtime files and formatter are arguments. */
export interface Language {
  readonly name: string
  readonly title: string
  generate(input: GenerateInput): Promise<readonly GeneratedFile[]>
}

export interface GenerateInput {
  readonly charter: Charter
  readonly model: ServiceModel
  readonly sql: readonly EntitySql[]
  /** DDL of the owned schema, or null for an attached source. */
  readonly schema: readonly string[] | null
  /** By style name. */
  readonly surfaces: Readonly<Record<string, unknown>>
  /** By style name: file name → text. */
  readonly contracts: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What the development page is told. */
  readonly page: PageData
  /** The access rules as Cedar, for whoever reviews them. */
  readonly cedar: string
  /** Files copied verbatim: path in the service → text. */
  readonly runtimeFiles: Readonly<Record<string, string>>
  /** Formats source by file name; identity where the formatter runs later. */
  format(files: readonly GeneratedFile[]): Promise<readonly GeneratedFile[]>
}

export interface GeneratedFile {
  readonly path: string
  readonly text: string
  /** `machine`: rewritten each time, unless a person changed it; `person`: written once, then never touched. */
  readonly owner: 'machine' | 'person'
}

export const defineLanguage = (language: Language): Language => language
