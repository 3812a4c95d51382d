/** Members of a flow map in the document, in order: `{ type: text, length: 1..120 }`. */
export interface Options {
  readonly [member: string]: Option
}

export type Option = string | number | boolean | readonly string[] | Options
