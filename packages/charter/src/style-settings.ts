import type { Charter } from './charter.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Shape } from './shape.ts'
import type { Tree } from './tree.ts'

/** Where a document may tell a style something, under the style's name: at its top, or in an entity, a relation, an operation. */
export type SettingPlace = 'charter' | 'entity' | 'relation' | 'operation'

/** All that a document may tell one style. */
export interface StyleSettings extends Readonly<Partial<Record<SettingPlace, Setting>>> {
  /** What is wrong with it in a whole charter, whether the style is served or not. */
  check?(charter: Charter): readonly Diagnostic[]
}

/** What a document may tell a style in one place. */
export interface Setting<Value = unknown> {
  readonly shape: Shape
  /** What it says. `tree` is undefined where nothing is written, and otherwise may have another shape, which has been reported. */
  read(tree: Tree | undefined, root: SettingRoot): ReadSetting<Value>
}

/** Of the charter around a setting. */
export interface SettingRoot {
  readonly version: string
}

export interface ReadSetting<Value> {
  /** Undefined: the style is told nothing. */
  readonly value: Value | undefined
  readonly diagnostics?: readonly Diagnostic[]
}

/**
 * What a charter tells a style at its top, which is what the style's own `read` gave. Throws an Error where the charter was
 * read without that style (`parseCharter` is given `styles`), so that no default stands for what nobody read.
 */
export const settingsOf = <Told>({ settings }: Pick<Charter, 'settings'>, style: string): Told => {
  if (!Object.hasOwn(settings, style)) throw new Error(`The charter was read without the settings of \`${style}\`.`)
  // Nothing else than the style's own `read` writes here.
  return settings[style] as Told
}

/** What reading a document needs to know of a style. */
export interface StyleWithSettings {
  readonly name: string
  readonly settings?: StyleSettings
}
