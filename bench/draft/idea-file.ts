import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import {
  type DescribedAccess,
  type DescribedEntity,
  type DescribedField,
  type DescribedOperation,
  type DescribedRelation,
  kinds,
  type Named,
  type Request,
} from './description.ts'

// Many short ideas in one file, each with its reference in a few lines:
//
//   ## 701 · rowing club · minutes of a meeting
//   Crews sign out a boat (name, class) …
//   ---
//   E Boat/Shell: name, class/type enum, weight? decimal      a thing, its other names and its fields; `?`: counts neither way
//   R Outing > Boat                                            many to one; `><` many to many, `=` one to one, `is-a`
//   P boatman/boatKeeper                                       who acts
//   A crew: create, returnBoat Outing                          what they may do
//   O returnBoat/signIn Outing                                 an operation

/** Ideas of a file, in its order. Throws with the file and line of what cannot be read. */
export const readIdeaFile = (file: string): readonly Request[] => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const starts = lines.flatMap((line, at) => (line.startsWith('## ') ? [at] : []))
  return starts.map((start, nth) => {
    const own = lines.slice(start, starts[nth + 1])
    const bar = own.indexOf('---')
    if (bar < 0) throw new Error(`${file}:${start + 1}: no line --- after the words`)
    return {
      id: `${basename(file, '.ideas')}/${own[0]?.split(' ')[1]}`,
      words: own.slice(1, bar).join('\n').trim(),
      reference: referenceIn(own.slice(bar + 1), (at) => `${file}:${start + bar + 2 + at}`),
      scored: kinds,
    }
  })
}

const referenceIn = (lines: readonly string[], place: (at: number) => string): Request['reference'] => {
  const entities: DescribedEntity[] = []
  const relations: DescribedRelation[] = []
  const roles: Named[] = []
  const access: DescribedAccess[] = []
  const operations: DescribedOperation[] = []
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const said = line.slice(2).trim()
    const relation = /^(\w+) (><|>|=|is-a) (\w+)( ?\?)?$/.exec(said)
    const right = /^(\w+): (.+) (\w+)$/.exec(said)
    const operation = /^(\S+) (\w+)$/.exec(said)
    if (line.startsWith('E ')) entities.push(entityIn(said))
    else if (line.startsWith('R ') && relation) relations.push(relationIn(relation))
    else if (line.startsWith('P ')) roles.push(namedIn(said))
    else if (line.startsWith('A ') && right)
      access.push({ role: right[1] as string, do: (right[2] as string).split(/, */), on: right[3] as string })
    else if (line.startsWith('O ') && operation)
      operations.push({ ...namedIn(operation[1] as string), on: operation[2] as string })
    else throw new Error(`${place(at)}: not a line of a reference: ${line}`)
  }
  return { entities, relations, roles, access, operations }
}

const relationKinds: Readonly<Record<string, string>> = {
  '>': 'many-to-one',
  '><': 'many-to-many',
  '=': 'one-to-one',
  'is-a': 'is-a',
}

const relationIn = ([, from, sign, to, doubt]: RegExpExecArray): DescribedRelation => ({
  from: from as string,
  to: to as string,
  kind: relationKinds[sign as string] as string,
  quoted: doubt === undefined,
})

const namedIn = (said: string): Named & { readonly quoted: boolean } => {
  const [name = '', ...aliases] = said.replace(/\?$/, '').split('/')
  return { name: name.trim(), aliases: aliases.map((each) => each.trim()), quoted: !said.endsWith('?') }
}

const entityIn = (said: string): DescribedEntity => {
  const colon = said.indexOf(':')
  const fields = colon < 0 ? [] : said.slice(colon + 1).split(',')
  return {
    ...namedIn(colon < 0 ? said : said.slice(0, colon)),
    fields: fields
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map(fieldIn),
  }
}

const fieldIn = (said: string): DescribedField => {
  const [names = '', type = 'text'] = said.split(/\s+/)
  return { ...namedIn(names), type }
}
