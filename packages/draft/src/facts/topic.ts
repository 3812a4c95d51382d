/** What part of a text is for. */
export type Part = 'data' | 'access' | 'excluded' | 'technical' | 'about'

/** What the sentences before leave standing for the next one. */
export interface Topic {
  /** The thing that `it` is, and that a bare list belongs to. */
  subject: string | null
  /** Who `I` am, and who `they` are among people. */
  role: string | null
  /** The last thing that the sentence before names. */
  last: string | null
  /** The label of the block: what its loose lists belong to. */
  label: string | null
  /** Who acted last: what `they` are. */
  actor: string | null
  part: Part
  /** What the item before was about, for an item that begins with `it`. */
  sibling: string | null
  /** What the block hangs from was about. */
  readonly above: string | null
}
