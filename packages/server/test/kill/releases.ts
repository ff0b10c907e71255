/** Releases that were asked for before a kill: each must succeed, and its file must be what its record says. */
import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { annotary } from "../support/annotary.ts"
import { type Api, expectStatus, member, textMember } from "../support/api.ts"
import type { Ledger } from "./Ledger.ts"

/** A job of a killed process waits for the end of its lease. */
const patienceMillis = 120_000

export const finishReleases = async (
  admin: Api,
  dataset: string,
  ledger: Ledger,
  folder: string,
  run: typeof annotary,
): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  const deadline = Date.now() + patienceMillis
  for (const name of [...ledger.releases.keys()]) {
    const release = await ended(admin, `/datasets/${dataset}/releases/${name}/`, deadline)
    const status = textMember(release, "status")
    if (status === "SUCCEEDED")
      wrong.push(...(await checked(release, name, join(folder, `${name}.json`), run)))
    else wrong.push(`release ${name} is ${status}`)
    ledger.releases.delete(name)
  }
  return wrong
}

const ended = async (admin: Api, path: string, deadline: number): Promise<unknown> => {
  for (;;) {
    const release = expectStatus(await admin.call("GET", path), 200).json()
    if (textMember(release, "status") !== "PENDING" || Date.now() > deadline) return release
    await sleep(200)
  }
}

const checked = async (
  release: unknown,
  name: string,
  file: string,
  run: typeof annotary,
): Promise<ReadonlyArray<string>> => {
  const attributes = member(release, "attributes")
  const response = await fetch(textMember(attributes, "url"), { headers: { "accept-encoding": "identity" } })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) return [`the file of release ${name} answers ${response.status}`]
  const digest = createHash("sha256").update(bytes).digest("hex")
  if (digest !== member(release, "sha256"))
    return [`the file of release ${name} has another digest than its record`]
  writeFileSync(file, bytes)
  const { code, stderr, stdout } = await run(["verify", file], {})
  return code === 0 ? [] : [`release ${name} does not verify: ${stdout}${stderr}`]
}
