export type DatabaseName = 'sqlite' | 'postgresql' | 'mariadb' | 'mysql'

/** Databases that this run of tests has. MySQL is among them where the machine has one; its connector's own tests say so where not. */
export const databases: readonly DatabaseName[] = [
  'sqlite',
  'postgresql',
  'mariadb',
  ...(process.env.CHARTER_TEST_MYSQL === undefined ? [] : (['mysql'] as const)),
]
