import { type Address, addressIn } from '@charter/sql/server'
import type { Product } from './product.ts'

/** Throws a plain Error, whose message holds nothing of the URL, where it cannot be read. */
export const addressOf = ({ scheme }: Product, url: string): Address =>
  addressIn({ schemes: [scheme, ...schemes.filter((each) => each !== scheme)], port: 3306 }, url)

/** Drivers of either server are told either, whichever it is. */
const schemes = ['mariadb', 'mysql']
