// Property tests draw from one seed, so that a change is judged by what it changed. `PROPERTY_SEED=new npm test` looks
// further, with the seed that fast-check prints when one fails; `PROPERTY_SEED=<number>` comes back to it.
import fc from 'fast-check'

const { PROPERTY_SEED: given = '20261121' } = process.env
const seed = given === 'new' ? Date.now() % 2 ** 31 : Number(given)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
