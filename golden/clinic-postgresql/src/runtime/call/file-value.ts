/** What a row holds of a file. */
export interface FileValue {
  /** `sha256:` and 64 digits of hexadecimal. */
  readonly digest: string
  readonly size: number
  readonly kind: string
  readonly name: string | null
}
