import type { Reader } from './reader.ts'
import type { SettingPlace } from './style-settings.ts'
import { member, type Tree } from './tree.ts'

/** What a document tells each style in one place, by the style's name; undefined where it tells none. */
export const readSettings = (
  tree: Tree,
  place: SettingPlace,
  { styles, version, reporter }: Pick<Reader, 'styles' | 'version' | 'reporter'>,
): Readonly<Record<string, unknown>> | undefined => {
  const told = styles.flatMap(({ name, settings }): [string, unknown][] => {
    const read = settings?.[place]?.read(member(tree, name), { version })
    reporter.found.push(...(read?.diagnostics ?? []))
    return read?.value === undefined ? [] : [[name, read.value]]
  })
  return told.length > 0 ? Object.fromEntries(told) : undefined
}
