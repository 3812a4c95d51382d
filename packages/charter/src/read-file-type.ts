import { type FileModel, kindFamilies, knownKinds, type Type } from '@charter/runtime'
import { given } from './given.ts'
import { nearest } from './near.ts'
import { readSize } from './read-size.ts'
import type { Reader } from './reader.ts'
import { member, type Tree, textAt, textOf, textsOf } from './tree.ts'

/** How large a file may be where nothing is said. */
const bytesMaxDefault = 104_857_600

/** A store keeps so many parts of a file. */
const bytesMost = 34_359_738_368

/** What is known of a file, and all that a row holds of it: its bytes are stored beside the database. */
export const fileType: Type = {
  kind: 'record',
  members: [
    { name: 'digest', type: { kind: 'text', lengthMax: 71 }, isOptional: false },
    { name: 'size', type: { kind: 'int64', min: '0', max: '9007199254740991', isNumber: true }, isOptional: false },
    { name: 'kind', type: { kind: 'text', lengthMax: 127 }, isOptional: false },
    { name: 'name', type: { kind: 'text', lengthMax: 255 }, isOptional: true },
  ],
}

/** Whether a field is declared as a file: `scan: file`, or `{ type: file, … }`. */
export const isFileTree = (tree: Tree): boolean =>
  (tree.kind === 'scalar' ? textOf(tree) : textAt(tree, 'type')) === 'file'

/** What a field of `type: file` may hold: `max`, from its size in words, and `kinds`, media types or `image/*`. */
export const readFileBounds = (tree: Tree, { reporter }: Reader): FileModel => {
  const [max, kinds] = [member(tree, 'max'), member(tree, 'kinds')]
  const bytesMax = readSize(textOf(max)) ?? bytesMaxDefault
  const isSize = bytesMax >= 1 && bytesMax <= bytesMost
  if (max && !isSize)
    reporter.report('bad-bounds', max, {
      what: '`max` of a file is a number of bytes, as `20 MiB` or `5 GiB`, and at most `32 GiB`.',
    })
  const named = kinds ? textsOf(kinds) : []
  for (const [kind, at] of named)
    if (!knownKinds.includes(kind) && !kindFamilies.includes(kind))
      reporter.report('bad-bounds', at, { what: unknownKind(kind) })
  return {
    bytesMax: isSize ? bytesMax : bytesMaxDefault,
    ...given({ kinds: named.length === 0 ? undefined : named.map(([kind]) => kind) }),
  }
}

/** No file would ever be of it: kinds are told by a file's bytes, and of these no others are known. */
const unknownKind = (kind: string): string => {
  const family = `${kind.toLowerCase().replace(/\/.*/s, '')}/`
  const near = nearest(kind.toLowerCase(), [...knownKinds, ...kindFamilies])
  const alike = knownKinds.filter((each) => each.startsWith(family))
  const [of, list] = alike.length > 0 ? [` of \`${family}*\``, alike] : ['', [...kindFamilies, ...knownKinds]]
  return `\`${kind.slice(0, kindMax)}\` is no kind that a file's bytes tell.${near === undefined ? '' : ` Did you mean \`${near}\`?`} Known${of} are ${list.join(', ')}.`
}

const kindMax = 127
