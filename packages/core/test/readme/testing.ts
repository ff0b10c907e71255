import { testEngine } from "@annotary/core/testing"

await using test = await testEngine({ start: "2026-03-01T12:00:00Z" })
const { ref, samples } = await test.seed.dataset({
  samples: 10,
  people: { lea: "labeler", max: "manager" },
  labels: { LABELED: 3, REVIEWED: 1 },
})
await test.clock.advance("1 hour") // leases end, URLs expire, and workers run, without a delay
test.faults.failNext("SampleStore.insert", { transient: true }) // fails the next call of that method
await test.engine.samples.create(ref, { name: "new" }).catch((error) => console.log(error.message))
test.faults.conflictNext() // rolls back the next transaction once; the engine retries it
await test.engine.transaction((tx) => tx.datasets.update(ref, { readme: `${samples.length} samples` }))
const events = await test.events()
console.log(events.map(({ type }) => type))
