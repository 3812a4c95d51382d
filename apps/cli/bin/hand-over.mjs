// Plain JavaScript for whatever Node the machine has (>= 20).
import { spawn } from 'node:child_process'

/**
 * Runs a Node program in this one's place: with its terminal, its signals and its exit status. Rejects where it cannot be started.
 * The channel says nothing: it closes with this process, however that ends, so that the other can end too.
 */
export const handOver = (file, args, options = {}) => {
  const child = spawn(file, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // A terminal tells the whole group of a Ctrl-C; whoever sends a signal to this process alone means its child.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (status, signal) => done(status ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
  })
}
