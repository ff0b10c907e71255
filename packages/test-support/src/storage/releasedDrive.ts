/** Checks that the engine reads the databases of earlier releases, which `server/test/released/write.mjs` has written. */
import type { Engine } from "@annotary/core"
import { assert } from "vitest"

const drive = { _tag: "Name", owner: "admin", name: "drive" } as const

/** Checks the dataset `admin/drive` through an engine over the migrated database. */
export const assertDriveIsKept = async (engine: Engine): Promise<void> => {
  const { dataset, counts } = (await engine.datasets.get(drive)).record
  assert.deepInclude(dataset, { description: "Cuboids of one drive", configVersion: 2 })
  assert.deepInclude(counts, { samples: 11 })

  const history = await engine.configurations.history(drive)
  assert.deepStrictEqual(history, [{ number: 2, at: dataset.updatedAt, by: null }])
  const version = await engine.configurations.version(drive, 2)
  assert.strictEqual(version.configuration, dataset.taskAttributes)

  const page = await engine.samples.list(drive, {
    sort: { key: "name", descending: false },
    labelset: "ground-truth",
  })
  const rows = await collectRows(page.rows)
  assert.lengthOf(rows, 11)
  const sample = rows[0]?.sample ?? assert.fail("There is no sample.")
  assert.include(String(sample.attributes), "1700000000123456789")
  const { label } = await engine.labels.get(sample.id, "ground-truth")
  assert.strictEqual(label.status, "REVIEWED")
  assert.include(String(label.attributes), '"yaw":0.5')

  const [release] = await engine.releases.list(drive)
  assert.strictEqual(release?.name, "v1")
  assert.deepInclude(release, { status: "SUCCEEDED", samplesCount: 11 })
  const issues = await collectRows(await engine.issues.list(drive))
  assert.deepStrictEqual(issues.map(({ description }) => description).toSorted(), [
    "Blurred",
    "The second box is too long.",
  ])
}

const collectRows = async <A>(rows: AsyncIterable<A>): Promise<Array<A>> => {
  const all: Array<A> = []
  for await (const row of rows) all.push(row)
  return all
}
