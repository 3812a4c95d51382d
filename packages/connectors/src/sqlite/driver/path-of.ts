import { fileURLToPath } from 'node:url'

/** The path that a URL names: `file:` with or without slashes, `sqlite:`, or the path itself. */
export const pathOf = (url: string): string => {
  if (url.startsWith('file://')) return fileURLToPath(url)
  return url.replace(/^(?:file|sqlite):(?:\/\/)?/, '')
}
