/** Formats that carry a number of their own: what a person writes, and what Charter keeps beside it. */
export type Part = 'document' | 'lock'

/** Texts of a charter by file name: `charter.yaml`, `entities/Patient.yaml`, `charter.lock`. */
export type Files = Readonly<Record<string, string>>

/**
 * One step that brings a part of a charter from a version of its format to the next one. Pure: it gets all files and gives all
 * files. In YAML it changes the lines it is about and no others (`editCharter`), so that comments stay; it also writes the new number.
 */
export interface Upgrade {
  readonly part: Part
  readonly from: number
  /** Always the number after `from`. */
  readonly to: number
  /** What it does, as told to the person whose files these are: `protect: seal is now spelled encrypt`. */
  readonly does: string
  run(files: Files): Files
}

export const defineUpgrade = (upgrade: Upgrade): Upgrade => upgrade
