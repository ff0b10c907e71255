/** deploy/systemd/annotary.service is a unit that systemd accepts, and that leaves a service few rights. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { itWith } from "../support/debian.ts"
import { assertSettingsExist, deployed } from "../support/deploy.ts"

const text = deployed("systemd/annotary.service")
const folder = mkdtempSync(join(tmpdir(), "annotary-unit-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The unit with a program that exists here. */
const written = (unit: string): string => {
  const path = join(folder, "annotary.service")
  writeFileSync(path, unit.replace("/usr/local/bin/annotary", process.execPath))
  return path
}

const analyze = (...words: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync("systemd-analyze", words, { encoding: "utf8" })
  return { status, output: stdout + stderr }
}

describe("the systemd unit", () => {
  it("names settings that exist", () => {
    assertSettingsExist(text)
  })

  itWith(["systemd-analyze"], "is accepted by systemd without a warning", () => {
    const { output, status } = analyze("verify", "--man=no", written(text))
    assert.strictEqual(status, 0, output)
    assert.notInclude(output, "annotary.service:")
    assert.include(
      analyze("verify", written(`${text}[Service]\nProtectSistem=yes\n`)).output,
      "ProtectSistem",
    )
  })

  itWith(["systemd-analyze"], "leaves a service few rights: an exposure of at most 1.5 of 10", () => {
    // The threshold is in tenths.
    const { output, status } = analyze("security", "--offline=true", "--threshold=15", written(text))
    assert.strictEqual(status, 0, output)
    const lax = text.replaceAll(/^(SystemCallFilter|CapabilityBoundingSet)=.*$/gm, "")
    assert.notStrictEqual(analyze("security", "--offline=true", "--threshold=15", written(lax)).status, 0)
  })
})
