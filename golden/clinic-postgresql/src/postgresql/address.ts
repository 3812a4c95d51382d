import { type Address, addressIn } from '../sql-server/index.ts'

/** Throws a plain Error, whose message holds nothing of the URL, where it cannot be read. */
export const addressOf = (url: string): Address => addressIn({ schemes: ['postgres', 'postgresql'], port: 5432 }, url)
