// npm's node-uci drives ferz, which it starts without arguments.
//
//   node node_uci.mjs FERZ FOLDER_OF_NODE_MODULES
//
// Ends with `N passed, M failed`.
import { createRequire } from 'node:module'

const [ferz, folder] = process.argv.slice(2)
const { Engine } = createRequire(folder + '/node_modules/')('node-uci')
let passed = 0
let failed = 0

function check(good, what) {
  if (good) passed += 1
  else {
    failed += 1
    console.log(`FAILED ${what}`)
  }
}

async function main() {
  const engine = new Engine(ferz)
  await engine.init()
  check(/^ferz \d/.test(engine.id.name), `the name is ${engine.id.name}`)
  check(engine.options.has('UCI_Variant') && engine.options.has('MultiPV'), 'options are read')
  await engine.isready()

  // Mate in one: by hand.
  await engine.position('6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1')
  let result = await engine.go({ depth: 3 })
  check(result.bestmove === 'a1a8', `the mate is ${result.bestmove}`)
  const last = result.info.filter((info) => info.score).pop()
  check(last.score.unit === 'mate' && last.score.value === 1, 'its score is mate 1')

  await engine.setoption('MultiPV', '2')
  await engine.ucinewgame()
  await engine.position('startpos', ['e2e4', 'e7e5'])
  result = await engine.go({ depth: 3 })
  check(result.info.some((info) => info.multipv === 2), 'a second line is told')
  check(/^[a-h][1-8][a-h][1-8]$/.test(result.bestmove), `the move is ${result.bestmove}`)

  await engine.position('startpos')
  const emitter = engine.goInfinite()
  await new Promise((resolve) => emitter.once('data', resolve))
  result = await engine.stop()
  check(/^[a-h][1-8][a-h][1-8]$/.test(result.bestmove), 'an infinite search is stopped')

  await engine.setoption('UCI_Variant', 'queens')
  await engine.position('startpos')
  result = await engine.go({ nodes: 2000 })
  check(/^[a-h][12][a-h][1-8]$/.test(result.bestmove), `a move of Queens: ${result.bestmove}`)
  await engine.quit()
}

main()
  .catch((wrong) => check(false, wrong))
  .finally(() => {
    console.log(`${passed} passed, ${failed} failed`)
    process.exit(failed ? 1 : 0)
  })
