import {
  type Charter,
  member,
  type Setting,
  type StyleSettings,
  settingsOf,
  shapes,
  textAt,
  textsAt,
} from '@charter/charter'

/** What language models are given of a charter. */
export interface McpSettings {
  /** Operations that are tools: reads alone, all, or these by name. */
  readonly tools: 'reads' | 'all' | readonly string[]
}

export const toolsOf = (charter: Pick<Charter, 'settings'>): McpSettings['tools'] =>
  settingsOf<McpSettings>(charter, 'mcp').tools

const { choice, either, object, texts } = shapes

const tools: Setting<McpSettings> = {
  shape: object('`mcp`', { tools: either(choice('reads', 'all'), texts) }, ['tools']),
  read: (tree) => {
    const word = textAt(tree, 'tools')
    if (word === 'all' || word === 'reads') return { value: { tools: word } }
    return { value: { tools: member(tree, 'tools')?.kind === 'list' ? textsAt(tree, 'tools') : 'reads' } }
  },
}

/** `mcp: { tools: reads }` of a charter. */
export const settings: StyleSettings = { charter: tools }
