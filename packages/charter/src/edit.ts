import type { Json } from '@charter/runtime'
import { type Document, parseDocument, stringify } from 'yaml'
import { fileAt } from './compose.ts'
import { removeText, replaceText } from './edit-text.ts'
import type { CharterDocument } from './parse.ts'

/** Sets the value at a path (`['entities', 'Patient', 'fields', 'email']`), or with `remove` takes the member away. */
export type CharterEdit =
  | { readonly path: readonly string[]; readonly value: Json }
  | { readonly path: readonly string[]; readonly remove: true }

/**
 * The document's files after edits, in order. Only the lines concerned change: comments, order and spacing elsewhere stay
 * byte for byte. Where an edit cannot be made in place the file is written anew from its syntax tree, which still keeps
 * comments and order. Throws a RangeError when a path leads through something that is no map.
 */
export const editCharter = (
  document: CharterDocument,
  edits: readonly CharterEdit[],
): Readonly<Record<string, string>> => {
  const files = { ...document.files }
  for (const edit of edits) {
    const [section, entity = ''] = edit.path
    const file = section === 'entities' ? document.entityFiles[entity] : undefined
    const name = file ?? fileAt(document.tree, edit.path, document.root)
    const path = file === undefined ? edit.path : edit.path.slice(2)
    files[name] = editYaml(files[name] ?? '', { ...edit, path })
  }
  return files
}

const editYaml = (text: string, edit: CharterEdit): string => {
  const wanted = parseDocument(text)
  applyTo(wanted, edit)
  const inPlace = 'remove' in edit ? removeText(text, edit.path) : replaceText(text, edit.path, inlineYaml(edit.value))
  return inPlace !== null && saysTheSame(inPlace, wanted) ? inPlace : wanted.toString({ lineWidth: 0 })
}

const applyTo = (document: Document, edit: CharterEdit): void => {
  try {
    if ('remove' in edit) document.deleteIn(edit.path)
    else document.setIn(edit.path, document.createNode(edit.value, { flow: true }))
  } catch (cause) {
    throw new RangeError(`There is no ${edit.path.join('.')} to edit.`, { cause })
  }
}

const inlineYaml = (value: Json): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trimEnd()

/** The text edit is trusted only when it parses to exactly what the edited syntax tree says. */
const saysTheSame = (text: string, wanted: Document): boolean => {
  const read = parseDocument(text)
  return read.errors.length === 0 && JSON.stringify(read.toJS()) === JSON.stringify(wanted.toJS())
}
