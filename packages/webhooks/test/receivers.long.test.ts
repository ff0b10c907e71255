/** Receivers in other languages, with the Standard Webhooks library of each from its registry: they take what we sign, and nothing else. */
import { execFile, spawn, spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeSecret, type SigningSecret } from "../src/signing/SigningSecret.ts"
import { signHeaders } from "../src/signing/signedHeaders.ts"

const run = promisify(execFile)

interface Delivery {
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Language {
  readonly name: string
  /** The programs that must be installed. */
  readonly needs: ReadonlyArray<string>
  /** The commands that get the library and build the receiver. */
  readonly build: ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>
  /** The command that runs it, in its folder. */
  readonly receiver: readonly [string, ...ReadonlyArray<string>]
}

const languages: ReadonlyArray<Language> = [
  { name: "go", needs: ["go"], build: [["go", "build", "-o", "receiver", "."]], receiver: ["./receiver"] },
  {
    name: "rust",
    needs: ["cargo"],
    build: [["cargo", "build", "--quiet", "--locked"]],
    receiver: ["target/debug/receiver"],
  },
  {
    name: "java",
    needs: ["mvn", "java"],
    build: [["mvn", "-q", "-B", "compile", "dependency:copy-dependencies", "-DoutputDirectory=target/jars"]],
    receiver: ["java", "-cp", "target/classes:target/jars/*", "Receiver"],
  },
  {
    name: "python",
    needs: ["python3"],
    build: [
      ["python3", "-m", "venv", "venv"],
      ["venv/bin/pip", "install", "--quiet", "standardwebhooks==1.1.0"],
    ],
    receiver: ["venv/bin/python", "receiver.py"],
  },
]

const folder = mkdtempSync(join(tmpdir(), "annotary-receivers-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The programs of a receiver that this machine lacks. */
const listMissing = ({ needs }: Language): ReadonlyArray<string> =>
  needs.filter((program) => spawnSync("which", [program]).status !== 0)

const now = Math.floor(Date.now() / 1000)

const signDelivery = (
  body: string,
  secrets: ReadonlyArray<SigningSecret>,
  receiver: SigningSecret | undefined = secrets[0],
  seconds = now,
): Delivery => {
  const pairs = signHeaders({ id: "evt_1", seconds, body: new TextEncoder().encode(body), secrets })
  const headers: Record<string, string> = {}
  for (let i = 0; i < pairs.length; i += 2) headers[pairs[i] ?? ""] = pairs[i + 1] ?? ""
  return { secret: receiver?.text ?? "", headers, body }
}

const [before, after, pair] = [makeSecret("v1"), makeSecret("v1"), makeSecret("v1a")]
const body = JSON.stringify({
  type: "label.updated",
  data: { name: "żółć 🚗 \u2028 / \\", number: 0.1 },
})

/** Deliveries by what they are, and whether a receiver must take them. */
const deliveries: ReadonlyArray<readonly [string, Delivery, boolean]> = [
  ["signed by its secret", signDelivery(body, [before]), true],
  ["of an empty object", signDelivery("{}", [before]), true],
  ["signed during a rotation, for who has the old secret", signDelivery(body, [after, before], before), true],
  ["signed during a rotation, for who has the new secret", signDelivery(body, [after, before], after), true],
  ["signed by a key pair, too", signDelivery(body, [pair, before], before), true],
  ["with another body", { ...signDelivery(body, [before]), body: `${body} ` }, false],
  ["signed by another secret", signDelivery(body, [after], before), false],
  ["of an hour ago", signDelivery(body, [before], before, now - 3600), false],
]

describe.each(languages)("a receiver in $name", (language) => {
  const place = join(folder, language.name)
  const missing = listMissing(language)
  const isLeftOut = missing.length > 0
  const reason = isLeftOut ? ` (left out: ${missing.join(" and ")} cannot be found on this machine)` : ""

  beforeAll(async () => {
    if (isLeftOut) return
    cpSync(join(import.meta.dirname, "receivers", language.name), place, { recursive: true })
    for (const [command, ...words] of language.build) await run(command, [...words], { cwd: place })
  }, 600_000)

  it(`takes what we sign, and refuses the rest${reason}`, async ({ skip }) => {
    if (isLeftOut) {
      process.stderr.write(`The receiver in ${language.name} was not tried${reason}.\n`)
      skip(`${missing.join(" and ")} cannot be found on this machine`)
    }
    const lines = await verify(language.receiver, place)
    assert.deepStrictEqual(
      lines.map((line, index) => [deliveries[index]?.[0], line === "ok"]),
      deliveries.map(([name, , isTaken]) => [name, isTaken]),
      lines.join("\n"),
    )
  }, 120_000)
})

/** The line that the receiver prints for each delivery. */
const verify = async (
  [command, ...words]: Language["receiver"],
  cwd: string,
): Promise<ReadonlyArray<string>> => {
  const receiver = spawn(command, [...words], { cwd, stdio: ["pipe", "pipe", "inherit"] })
  for (const [, delivery] of deliveries) receiver.stdin.write(`${JSON.stringify(delivery)}\n`)
  receiver.stdin.end()
  let text = ""
  for await (const chunk of receiver.stdout) text += chunk
  return text.trim().split("\n")
}
