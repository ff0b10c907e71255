/** Helpers for tests of the examples: start a program, and label a sample through its API below /annotary. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect } from "vitest"

/** Starts a program and labels a sample. The program takes a file name, prints its URL, and exits on SIGTERM. */
export const labelThrough = async (main: URL): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "annotary-example-"))
  const program = spawn(process.execPath, [fileURLToPath(main), join(folder, "labels.db")], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  try {
    const [printed] = await once(program.stdout, "data")
    await labelAt(String(printed).trim())
    program.kill("SIGTERM")
    expect(await once(program, "exit")).toEqual([0, null])
  } finally {
    program.kill("SIGKILL")
    await rm(folder, { recursive: true })
  }
}

/** Creates a dataset and submits a label as the user `ana`. */
export const labelAt = async (url: string): Promise<void> => {
  const call = async (path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      headers: { "x-user": "ana", "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    })
    return Object(await response.json())
  }
  expect((await fetch(`${url}/annotary/user/`)).status).toBe(401)
  await call("/annotary/user/datasets/", { name: "street", category: "street_scenery", task_type: "bboxes" })
  await call("/annotary/datasets/ana/street/samples/", {
    name: "1.jpg",
    attributes: { image: { url: "https://example.org/1.jpg" } },
  })
  const [claim] = await call("/annotary/datasets/ana/street/queue/labeling/claim/", { count: 1 })
  const { label } = await call(`/annotary/claims/${claim.claim_id}/submit/`, {
    attributes: { annotations: [] },
  })
  expect(label.label_status).toBe("LABELED")
  expect(await call("/datasets")).toEqual(["street"])
}
