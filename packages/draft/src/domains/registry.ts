import { clinic } from './clinic/index.ts'
import { library } from './library/index.ts'
import { orders } from './orders/index.ts'

/** What is known of each kind of business: one line per folder. */
export const domains = [clinic, library, orders]
