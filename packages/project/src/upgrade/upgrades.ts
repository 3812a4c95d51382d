import type { Part, Upgrade } from './upgrade.ts'

/** What this Charter reads and writes. */
export const formats: Readonly<Record<Part, number>> = { document: 1, lock: 1 }

/**
 * Every step there is, in any order. None yet: since its first state each format has only grown by parts that may be left out, so a
 * charter and a lock of any 0.1.0 are read as they are (fixtures/upgrade). A change that cannot be read so raises the number in `formats`
 * and adds a step here, one file each.
 */
export const upgrades: readonly Upgrade[] = []
