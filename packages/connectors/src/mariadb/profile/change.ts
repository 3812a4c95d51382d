/** One change of a table. Names are without quotes; `text` declares what is made, as CREATE TABLE would. */
export type Change =
  | { readonly does: 'drop index' | 'drop column' | 'drop reference' | 'drop check'; readonly name: string }
  | { readonly does: 'add index' | 'add column' | 'add reference'; readonly name: string; readonly text: string }
  | { readonly does: 'change column'; readonly from: string; readonly name: string; readonly text: string }
  | { readonly does: 'set key'; readonly columns: readonly string[] }
