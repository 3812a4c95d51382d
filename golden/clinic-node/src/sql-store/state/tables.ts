/** How a database declares what the state's tables hold. */
export interface StateTypes {
  /** Text that a key or an index holds whole. */
  readonly key: string
  /** Of at most 200 code points: a key holds two of them whole. */
  readonly short: string
  readonly text: string
  /** A whole number of 64 bits. */
  readonly number: string
  readonly flag: string
  /** A number that the database counts, as the only key. */
  readonly counted: string
  /** Makes a table where there is none of its name. */
  create(name: string, lines: readonly string[]): string
  /** Makes an index over a column where there is none of its name. */
  index(name: string, table: string, column: string): string
}

/** Tables of the state that are alike in every SQL database; how entries and changes are put in order is each one's own. */
export const sharedTables = ({ key, text, number, flag, counted, create, index }: StateTypes): readonly string[] => [
  create('audit', [`"position" ${counted}`, `"body" ${text} NOT NULL`]),
  create('audit_row', [`"row" ${number} NOT NULL`, `"position" ${number} NOT NULL`, 'PRIMARY KEY ("row", "position")']),
  create('idempotency', [
    `"scope" ${key} NOT NULL PRIMARY KEY`,
    `"input" ${text} NOT NULL`,
    `"saved_at_ms" ${number} NOT NULL`,
    `"value" ${text} NOT NULL`,
    `"version" ${text}`,
  ]),
  index('idempotency_age', 'idempotency', 'saved_at_ms'),
  create('api_key', [
    `"hash" ${key} NOT NULL PRIMARY KEY`,
    `"id" ${key} NOT NULL UNIQUE`,
    `"principal" ${text} NOT NULL`,
    `"roles" ${text} NOT NULL`,
    `"attributes" ${text} NOT NULL`,
    `"tenant" ${text}`,
    `"expires_at_ms" ${number}`,
  ]),
  create('key', [
    `"purpose" ${key} NOT NULL`,
    `"version" ${number} NOT NULL`,
    `"id" ${key} NOT NULL UNIQUE`,
    `"provider" ${text} NOT NULL`,
    `"wrapped" ${text} NOT NULL`,
    `"made_at_ms" ${number} NOT NULL`,
    `"active_from_ms" ${number} NOT NULL`,
    `"is_retired" ${flag} NOT NULL`,
    'PRIMARY KEY ("purpose", "version")',
  ]),
  create('token', [
    `"token" ${key} NOT NULL PRIMARY KEY`,
    `"entity" ${text} NOT NULL`,
    `"field" ${text} NOT NULL`,
    `"tenant" ${text}`,
    `"value_index" ${key} UNIQUE`,
    `"sealed" ${text} NOT NULL`,
  ]),
  create('job', [`"name" ${key} NOT NULL PRIMARY KEY`, `"position" ${text} NOT NULL`]),
  create('claim', [
    `"scope" ${key} NOT NULL PRIMARY KEY`,
    `"input" ${text} NOT NULL`,
    `"id" ${text} NOT NULL`,
    `"claimed_at_ms" ${number} NOT NULL`,
    `"prepared" ${text}`,
  ]),
]

/** The table that was added last: where it is, all are. Made last of all. */
export const newestTable = 'file'

export const newestTables = ({ key, short, text, number, create, index }: StateTypes): readonly string[] => [
  create('api_key_scopes', [`"hash" ${key} NOT NULL PRIMARY KEY`, `"scopes" ${text} NOT NULL`]),
  create('work', [
    `"id" ${key} NOT NULL PRIMARY KEY`,
    `"operation" ${text} NOT NULL`,
    `"sealed" ${text} NOT NULL`,
    `"due_ms" ${number} NOT NULL`,
    `"holder" ${text}`,
    `"taken" ${number} NOT NULL`,
  ]),
  index('work_due', 'work', 'due_ms'),
  create('work_step', [
    `"work" ${short} NOT NULL`,
    `"step" ${short} NOT NULL`,
    `"value" ${text} NOT NULL`,
    'PRIMARY KEY ("work", "step")',
  ]),
  create(newestTable, [`"name" ${key} NOT NULL PRIMARY KEY`, `"names" ${number} NOT NULL`]),
]
