/** Runs schemathesis against a server on SQLite and against one on Postgres: `node packages/acceptance/dist/schemathesis.js PROGRAM [SECONDS]`. */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const [program = "schemathesis", seconds = "110"] = process.argv.splice(2)
// The support takes the checkout from the command line.
const {
  adminKey,
  check,
  run,
  startPostgres,
  startServer,
  makeTemporaryFolder: temporaryFolder,
} = await import("./support.ts")

const configuration = fileURLToPath(new URL("../schemathesis.toml", import.meta.url))

/** Its exit code; what it prints goes to our output. */
const getExitCode = (url) =>
  new Promise((done, failed) => {
    const words = [
      ["--config-file", configuration],
      ["run", `${url}/openapi.json`],
      ["--header", `Authorization: APIKey ${adminKey}`],
      ["--phases", "examples,coverage,fuzzing,stateful"],
      ["--max-examples", "10"],
      ["--max-time", seconds],
      ["--request-timeout", "30"],
      ["--generation-database", "none"],
      ["--generation-allow-x00", "false"],
      ["--no-shrink"],
      ["--continue-on-failure"],
      ["--no-color"],
    ].flat()
    // It leaves notes where it is run.
    const child = spawn(program, words, { cwd: temporaryFolder(), stdio: ["ignore", "inherit", "inherit"] })
    child.once("error", failed)
    child.once("close", done)
  })

const checkServer = async (name, settings) => {
  const server = await startServer({ ANNOTARY_LOG_LEVEL: "error", ...settings })
  const code = await getExitCode(server.url)
  check(`the server on ${name} is as its OpenAPI document says`, code === 0, `exit code ${code}`)
  const errors = server.output().match(/Request failed unexpectedly/g) ?? []
  check(`and nothing went wrong inside it`, errors.length === 0, `${errors.length} unexpected failures`)
  await server.stop()
}

await run({
  SQLite: () => checkServer("SQLite", {}),
  Postgres: async () => checkServer("Postgres", { ANNOTARY_DATABASE_URL: await startPostgres() }),
})
