import type { Charter } from '@charter/charter'
import type { PageData } from '@charter/page'
import { problemCodes } from '@charter/runtime'
import { entityFile } from './entity-page.ts'
import { fileAnchor, fileTitle } from './file-section.ts'
import { anchorOf, isForSomebody } from './operation-section.ts'
import { headingOf } from './words.ts'

/** A script that puts what can be found where the page looks for it: a file read from a folder cannot ask for another. */
export const searchIndex = (charter: Charter, page: PageData): string => {
  const entries: readonly (readonly [text: string, kind: string, href: string])[] = [
    ...charter.entities.flatMap((entity) =>
      entity.fields
        .filter(({ file }) => file)
        .map(
          (field) =>
            [fileTitle(entity, field), 'file', `${entityFile(entity.name)}#${fileAnchor(field.name)}`] as const,
        ),
    ),
    ...charter.entities.flatMap(({ name, fields }) => [
      [headingOf(name), 'entity', entityFile(name)] as const,
      ...fields.map((field) => [`${name}.${field.name}`, 'field', `${entityFile(name)}#${field.name}`] as const),
    ]),
    ...page.operations
      .filter((operation) => operation.entity === null || isForSomebody(page, operation))
      .map(
        (operation) =>
          [
            `${operation.summary} ${operation.method} ${operation.path}`,
            'operation',
            `${operation.entity === null ? 'operations.html' : entityFile(operation.entity)}#${anchorOf(operation)}`,
          ] as const,
      ),
    ...page.roles.map(({ name }) => [name, 'role', 'index.html#access'] as const),
    ...Object.entries(problemCodes).map(
      ([code, sentence]) => [`${code} ${sentence}`, 'problem', `problems.html#${code}`] as const,
    ),
  ]
  // Nothing in it ends a script or begins a comment of HTML: it is a file of its own.
  return `window.charterSearch = ${JSON.stringify(entries, null, 0).replaceAll('],[', '],\n[')}\n`
}
