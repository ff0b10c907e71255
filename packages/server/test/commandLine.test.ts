import { Role } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { parseCommandLine } from "../src/cli/commandLine.ts"
import { commands } from "../src/cli/commands.ts"
import { formatHelp } from "../src/cli/help.ts"

const run = (...words: ReadonlyArray<string>) => {
  const line = Either.getOrThrow(parseCommandLine(words))
  assert.strictEqual(line._tag, "Run")
  if (line._tag !== "Run") throw new Error("not a command")
  return line
}

const refusal = (...words: ReadonlyArray<string>) =>
  Either.getOrThrow(Either.flip(parseCommandLine(words))).message

describe("the command line", () => {
  it("takes a command, its arguments, its options and settings as flags, in any order", () => {
    const line = run("user", "create", "--port", "0", "acme", "--organization", "--email=a@b.example")
    assert.deepStrictEqual(line.command.path, ["user", "create"])
    assert.deepStrictEqual(line.positionals, ["acme"])
    assert.deepEqual(line.options, { organization: "", email: "a@b.example" })
    assert.deepEqual(line.flags, { port: "0" })
  })

  it("takes --json with every command that prints a result", () => {
    for (const { json, path, positionals } of commands) {
      const words = [...path, ...positionals]
      if (json === null) assert.match(refusal(...words, "--json"), /--json/)
      else assert.isTrue(run(...words, "--json").json)
      if (json !== null) assert.isFalse(run(...words).json)
    }
    assert.notProperty(run("user", "list", "--json").options, "json")
  })

  it("knows the roles of the engine, and the file of each secret as a flag", () => {
    const member = commands.find(({ path }) => path.join(" ") === "member add")
    assert.deepStrictEqual(member?.choices?.ROLE, [...Role.literals])
    assert.deepEqual(run("serve", "--secret-keys-file", "keys").flags, { "secret-keys-file": "keys" })
    assert.match(refusal("serve", "--port-file", "port"), /--port-file/)
  })

  it("names every command in --help", () => {
    for (const { path } of commands) assert.include(formatHelp(), `annotary ${path.join(" ")}`)
  })

  it("has help for a command alone, and a version", () => {
    const help = Either.getOrThrow(parseCommandLine(["import", "--help"]))
    assert.strictEqual(help._tag === "Help" && help.text.includes("--dataset <OWNER/NAME>"), true)
    assert.strictEqual(Either.getOrThrow(parseCommandLine(["--version"]))._tag, "Version")
    assert.strictEqual(Either.getOrThrow(parseCommandLine(["--help"]))._tag, "Help")
    const group = Either.getOrThrow(parseCommandLine(["job", "--help"]))
    assert.include(group._tag === "Help" ? group.text : "", "annotary job retry ID")
    assert.notInclude(group._tag === "Help" ? group.text : "", "annotary user")
  })

  it("says what is wrong and how the command is used", () => {
    assert.strictEqual(refusal(), "A command is missing; see annotary --help.")
    assert.strictEqual(
      refusal("servee"),
      "There is no command servee; did you mean serve? See annotary --help.",
    )
    assert.strictEqual(refusal("fly"), "There is no command fly; see annotary --help.")
    assert.strictEqual(refusal("job"), "job needs a word after it: list, retry; see annotary --help.")
    assert.strictEqual(
      refusal("job", "stop"),
      "There is no command job stop; the words after job are list, retry; see annotary --help.",
    )
    assert.match(refusal("user", "create"), /^Usage: annotary user create NAME/)
    assert.match(refusal("verify", "a", "b"), /^Usage: annotary verify FILE/)
    assert.match(refusal("serve", "--prot", "1"), /--prot/)
  })
})
