import { editor } from 'monaco-graphql/esm/monaco-editor.js'

/** The editor in the colours of the house; each name is that of a theme of the page. */
export const editorTheme = { light: 'charter-light', dark: 'charter-dark' }

const light = {
  surface: '#ffffff',
  line: '#e6e2da',
  ink: '#1b1b1f',
  muted: '#6b6a70',
  link: '#2d4b8e',
  allow: '#2f6f4e',
  warn: '#8a5c00',
}
const dark = {
  surface: '#1b1b20',
  line: '#2c2c33',
  ink: '#eceae4',
  muted: '#9a98a0',
  link: '#9db4f0',
  allow: '#7cc29b',
  warn: '#e0b15c',
}

const themeOf = (base, { surface, line, ink, muted, link, allow, warn }) => ({
  base,
  inherit: true,
  rules: [
    { token: '', foreground: ink },
    ...Object.entries({
      comment: muted,
      delimiter: muted,
      keyword: link,
      'type.identifier': link,
      'key.identifier': ink,
      'argument.identifier': warn,
      string: allow,
      'string.key.json': ink,
      'string.value.json': allow,
      number: warn,
      'keyword.json': link,
      annotation: muted,
    }).map(([token, foreground]) => ({ token, foreground })),
  ],
  colors: {
    'editor.background': '#00000000',
    'editor.foreground': ink,
    'editorLineNumber.foreground': muted,
    'editorLineNumber.activeForeground': ink,
    'editor.lineHighlightBorder': '#00000000',
    'editor.selectionBackground': `${link}33`,
    'editorWidget.background': surface,
    'editorWidget.border': line,
    'editorHoverWidget.background': surface,
    'editorHoverWidget.border': line,
    'editorSuggestWidget.background': surface,
    'editorSuggestWidget.border': line,
    'editorSuggestWidget.selectedBackground': `${link}22`,
    'editorSuggestWidget.selectedForeground': ink,
    'editorSuggestWidget.highlightForeground': link,
    'editorSuggestWidget.focusHighlightForeground': link,
    'list.hoverBackground': `${link}14`,
    'quickInput.background': surface,
    'quickInputList.focusBackground': `${link}22`,
    'quickInputList.focusForeground': ink,
    'symbolIcon.fieldForeground': link,
    'menu.background': surface,
    'menu.foreground': ink,
    'menu.selectionBackground': `${link}22`,
    'menu.selectionForeground': ink,
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((depth) => [`editorBracketHighlight.foreground${depth}`, muted])),
    'scrollbar.shadow': '#00000000',
    'textLink.foreground': link,
    'textLink.activeForeground': link,
    'editorLink.activeForeground': link,
    focusBorder: link,
  },
})

editor.defineTheme(editorTheme.light, themeOf('vs', light))
editor.defineTheme(editorTheme.dark, themeOf('vs-dark', dark))
