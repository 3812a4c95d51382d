// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** `//` lines above a declaration, or nothing: words of a charter cannot end them or steer a linter out of them. */
export const comment = (text: string | undefined, indent = ''): string =>
  (text ?? '')
    .toWellFormed()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replaceAll(unseen, ' ').trimEnd())
    .filter((line, at, lines) => line !== '' || (at > 0 && at < lines.length - 1))
    .map((line) => `${indent}// ${line.replaceAll('buf:lint', 'buf lint')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('')
