import {
  type Charter,
  createReporter,
  error,
  member,
  type Setting,
  type StyleSettings,
  settingsOf,
  shapes,
  textAt,
} from '@charter/charter'

interface PlainSettings {
  readonly separator: string
}

const diagnostics = {
  'plain-separator': error<{ separator: string }>(
    ({ separator }) => `\`${separator}\` does not end a name: it has to hold a colon.`,
    () => "Write `plain: { separator: ': ' }`.",
  ),
} as const

const separator: Setting<PlainSettings> = {
  shape: shapes.object('`plain`', { separator: shapes.text }, ['separator']),
  read: (tree) => {
    const written = textAt(tree, 'separator') ?? ': '
    const at = member(tree, 'separator')
    const { report, found } = createReporter(diagnostics)
    if (at && !written.includes(':')) report('plain-separator', at, { separator: written })
    return { value: { separator: written }, diagnostics: found }
  },
}

export const separatorOf = (charter: Charter): string => settingsOf<PlainSettings>(charter, 'plain').separator

/** `plain: { separator }` of a charter. */
export const settings: StyleSettings = { charter: separator }
