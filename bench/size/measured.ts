/** What one start took. */
export interface Started {
  /** From the charter's text to the first answer. */
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMb: number
  /** Of a page of rows, by style, asked with the style's own client. */
  readonly answerSeconds: Readonly<Record<string, number>>
  /** Bytes of each published contract, by its file. */
  readonly contracts: Readonly<Record<string, number>>
}

/** What was generated, and what that took. */
export interface Written {
  readonly seconds: number
  readonly peakMb: number
  readonly files: number
  readonly bytes: number
  readonly biggest: readonly SizedFile[]
  readonly biggestSource: SizedFile
}

export interface SizedFile {
  readonly path: string
  readonly bytes: number
}

/** What the compiler says of the generated service. */
export interface Checked {
  readonly seconds: number
  readonly memoryMb: number
  readonly lines: number
}
