import { defineGroup } from '../../command.ts'
import { append } from './append.ts'
import { erase } from './erase.ts'
import { exportEntries } from './export.ts'
import { hold } from './hold.ts'
import { init } from './init.ts'
import { prove } from './prove.ts'
import { reader } from './reader.ts'
import { replica } from './replica.ts'
import { retire } from './retire.ts'
import { search } from './search.ts'
import { serve } from './serve.ts'
import { verify } from './verify.ts'
import { witness } from './witness.ts'

export const ledger = defineGroup({
  name: 'ledger',
  subcommands: [
    init,
    serve,
    append,
    search,
    exportEntries,
    prove,
    verify,
    witness,
    erase,
    reader,
    replica,
    hold,
    retire,
  ],
})
