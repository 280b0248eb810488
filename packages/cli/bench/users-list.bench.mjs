// Measures `rapport users list --json` of 100,000 users against a bare `fetch` + `JSON.parse` + write, both as
// processes. Responses are ready-made, so that only the clients are measured. Fails above twice the time of the bare program.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { binary, line, openBench, timesOf } from './processes.mjs'

const USERS = 100_000
const RUNS = 9
const MAX_RATIO = 2

const users = Array.from({ length: USERS }, (_, n) => ({
  id: n + 1,
  first_name: `Firstname${n % 977}`,
  last_name: n % 50 === 0 ? null : `Lastname${n % 1013}`,
  email: `user${n}@example.org`,
  profile_image: null,
  created_at: new Date(1.7e12 + n * 60_000).toISOString(),
  joined_date: new Date(1.7e12 + n * 60_000).toISOString(),
  age: 18 + (n % 60),
  gender: n % 2 === 0 ? 'female' : 'male',
  status: n % 7 === 0 ? 'inactive' : 'active',
  role: n % 100 === 0 ? 'admin' : 'user',
  profile_completed: n % 3 === 0,
}))
const body = Buffer.from(JSON.stringify({ code: 200, message: 'The users.', data: { users } }))
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  response.end(body)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${server.address().port}`

const bench = openBench()
const bareProgram = bench.file(
  'bare.mjs',
  `const response = await fetch(process.argv[2] + '/api/admin/users')
  process.stdout.write(JSON.stringify(JSON.parse(await response.text()).data.users))`,
)
const bare = []
const list = []
for (let run = -1; run < RUNS; run += 1) {
  const plain = await bench.measure([bareProgram, url], {})
  const tool = await bench.measure([binary, 'users', 'list', '--json'], { RAPPORT_API_URL: url, RAPPORT_TOKEN: 'x' })
  if (JSON.parse(bench.output()).length !== USERS) throw new Error('users are missing.')
  if (run >= 0) {
    bare.push(plain)
    list.push(tool)
  }
}
server.closeAllConnections()
server.close()
bench.close()

const [floor, times] = [timesOf(bare), timesOf(list)]
const ratio = times.median / floor.median
const ratios = `${(times.minimum / floor.minimum).toFixed(2)} / ${ratio.toFixed(2)}`
process.stdout.write(line('bare fetch, parse, write', bare) + line('rapport users list --json', list))
process.stdout.write(
  `${ratios} times the bare program (most ${MAX_RATIO}), ${USERS} users, ${(body.length / 2 ** 20).toFixed(0)} MiB\n`,
)
process.exitCode = ratio > MAX_RATIO ? 1 : 0
