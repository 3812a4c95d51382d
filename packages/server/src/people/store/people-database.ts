/** What of a row is kept: texts and whole numbers. */
export type PeopleValue = string | number

export type PeopleRow = Readonly<Record<string, unknown>>

/** Where what is the platform's own of sign-in is kept: the same statements over a file and over PostgreSQL. */
export interface PeopleDatabase {
  /**
   * One statement, with `?` for each value; gives the rows that it says. Each is a transaction of its own: what one of them uses up is used up once,
   * whoever asks at the same moment, and on whichever server.
   */
  all(sql: string, ...values: readonly PeopleValue[]): Promise<readonly PeopleRow[]>
  close(): Promise<void>
}
