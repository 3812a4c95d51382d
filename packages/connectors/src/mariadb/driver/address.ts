import { type Address, addressIn } from '@charter/sql/server'

/** Throws a plain Error, whose message holds nothing of the URL, where it cannot be read. */
export const addressOf = (url: string): Address => addressIn({ schemes: ['mariadb', 'mysql'], port: 3306 }, url)
