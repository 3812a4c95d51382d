/**
 * Marks that a terminal acts on or that change how a line reads, and that nobody sees: C1 controls and DEL (ISO/IEC 6429), line and
 * paragraph separators, and what overrides or isolates direction (Unicode TR 36, TR 39).
 */
export const hidden = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for.
const controls = /\u001b\[(?:0|1|2|31|32|33)m|[\u0000-\u0008\u000b-\u001f]/g

/**
 * Text as it may stand on a terminal, whoever wrote it: names of tables, contents of files, words of models, of databases and of
 * services. Control characters are shown as what they are (`\\u001b`), but for line ends, tabs and the styles that we print.
 */
export const printable = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(controls, (mark) => (mark.length > 1 ? mark : shown(mark)))
    .replaceAll(hidden, shown)

const shown = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`
