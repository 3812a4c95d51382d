/** What is asked: `<token> <entity> <key>`, of entities with a key of one field. */
export interface LinesSurface {
  readonly entities: readonly { readonly entity: string; readonly key: string }[]
}
