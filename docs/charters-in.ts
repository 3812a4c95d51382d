import { compileAccess } from '@charter/access'
import { checkCharter, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { plannedNames } from '@charter/project'
import { styles } from '@charter/styles'

/** Files shown in Markdown: `charter.yaml`, or the name in backquotes on the line before. The last of one name counts. */
export const filesOf = (markdown: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...markdown.matchAll(/(?:`([^`\n]+)`\n\n)?```(?:yaml|json)\n([\s\S]*?)```/g)].map(
      ([, name = 'charter.yaml', text = '']) => [name, text],
    ),
  )

/** Codes of everything that `charter check` says of a charter's files, each once; as `checkLoaded` gathers them. */
export const codesOf = (files: Readonly<Record<string, string>>): readonly string[] => {
  const { charter, partial, diagnostics, document } = parseCharter(files, { styles })
  const found = partial
    ? checkCharter(partial, {
        styles,
        connectors,
        planned: plannedNames,
        ...(charter && { access: compileAccess }),
        lock: document.lock,
      })
    : []
  return [...new Set([...diagnostics, ...found].map(({ code }) => code))]
}
