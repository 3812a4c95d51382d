import { comment } from './schema-type.ts'

export interface NamedType {
  readonly name: string
  readonly type: string
  readonly said?: string
}

/** Types, each written out once: one that is as another before it is that one, as what replaces a row is mostly what makes it. */
export const declarations = (types: readonly NamedType[]): readonly string[] => {
  const written = new Map<string, string>()
  return types.map(({ name, type, said }) => {
    const same = written.get(type)
    if (same === undefined && type.includes('{')) written.set(type, name)
    return `${said === undefined ? '' : `${comment(said)}\n`}export type ${name} = ${same ?? type}`
  })
}
