import { startMock } from '@charter/project'
import { setFlagsFromString } from 'node:v8'
if (process.argv[2] !== '0') setFlagsFromString('--heap-growing-percent=' + process.argv[2])
const mock = await startMock({ file: '/tmp/size1k', port: 0, as: null, seed: 1, rowsPerEntity: 1 })
const u = process.cpuUsage()
console.log(process.argv[2], 'max', (process.resourceUsage().maxRSS/1024).toFixed(0), 'cpu', ((u.user+u.system)/1e6).toFixed(1))
await mock.close()
