import { parseDocument } from 'yaml'

/** Of one charter: files that it is put together from, and how deep they may include each other. */
export const includeBounds = { filesMax: 50, depthMax: 8 } as const

/**
 * The file that an `include` of another names, as a path below the folder of the charter; null where it leads out of it, or is none that
 * could be read: `./shared/types.yaml` in `shop/charter.yaml` is `shop/shared/types.yaml`.
 */
export const includedPath = (from: string, said: string): string | null => {
  if (!/\.ya?ml$/.test(said) || /^[\\/]|^[a-z][a-z0-9+.-]*:/i.test(said) || said.includes('\\')) return null
  const names: string[] = from.split('/').slice(0, -1)
  for (const name of said.split('/')) {
    if (name === '..' && names.pop() === undefined) return null
    if (name !== '..' && name !== '.' && name !== '') names.push(name)
  }
  return names.join('/')
}

/** The files that a text of a charter includes. Empty where it cannot be read: that is told when it is parsed. */
export const includesIn = (text: string, file: string): readonly string[] => {
  if (!/^["']?include["']?\s*:/m.test(text)) return []
  try {
    const said: unknown = parseDocument(text, { logLevel: 'silent', uniqueKeys: false }).toJS({
      maxAliasCount: 100,
    })?.include
    const named = Array.isArray(said) ? said : [said]
    return named.flatMap((each) => (typeof each === 'string' ? (includedPath(file, each) ?? []) : []))
  } catch {
    return []
  }
}

/**
 * The files of a document with those that it includes, at any depth. `read` gives a file by its path below the document's folder; null
 * where there is none. Names are followed in the order in which a charter is put together, and no more of them than it may have files.
 */
export const withIncluded = async (
  files: Readonly<Record<string, string>>,
  root: string,
  read: (file: string) => Promise<string | null>,
): Promise<Readonly<Record<string, string>>> => {
  const all: Record<string, string> = { ...files }
  const named = new Set([root])
  const follow = async (file: string): Promise<void> => {
    for (const name of includesIn(all[file] ?? '', file)) {
      if (named.has(name)) continue
      if (named.size > includeBounds.filesMax) return
      named.add(name)
      const text = Object.hasOwn(all, name) ? all[name] : await read(name)
      if (text === null || text === undefined) continue
      all[name] = text
      await follow(name)
    }
  }
  await follow(root)
  return all
}
