// Runs the service of the current folder with `charter run`, asks it as the role that may and as nobody, and ends it. Plain JavaScript:
// it is run by the Node that is tried, in the network that is.
import { execFileSync, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const running = spawn('charter', ['run', '--json', '--port', '18650'], { stdio: ['ignore', 'pipe', 'inherit'] })
const ended = new Promise((resolve) => running.once('close', resolve))

const serviceIn = async (out) => {
  let said = ''
  for await (const line of createInterface(out)) {
    said += line
    if (line === '}') return JSON.parse(said).service
  }
  throw new Error(`charter run ended before it listened. ${said}`)
}

const service = await serviceIn(running.stdout)
const token = execFileSync('charter', ['token', '--role', 'staff'], { encoding: 'utf8' }).trim()
const ask = async (headers) => (await fetch(`${service}/api/books`, { headers })).status
const statuses = [await ask({ authorization: `Bearer ${token}` }), await ask({})]
running.kill('SIGTERM')
const status = await ended
if (statuses.join() !== '200,401') throw new Error(`The service answered ${statuses.join(' and ')}.`)
if (status !== 0) throw new Error(`charter run ended with ${status}.`)
