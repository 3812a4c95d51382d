/** Members of a flow map in the document, in order: `{ type: text, length: 1..120 }`. */
export interface Options {
  readonly [member: string]: Option
}

export type Option = string | number | boolean | readonly string[] | Options

/** The moves that `states` of a field has. */
export const movesOf = (states: Option | undefined): Readonly<Record<string, Options>> =>
  ((states as Options | undefined)?.moves ?? {}) as Readonly<Record<string, Options>>
