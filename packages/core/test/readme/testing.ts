import { testEngine } from "@annotary/core/testing"

await using test = await testEngine({ start: "2026-03-01T12:00:00Z" })
const { ref, samples } = await test.seed.dataset({
  samples: 10,
  people: { lea: "labeler", max: "manager" },
  labels: { LABELED: 3, REVIEWED: 1 },
})
await test.clock.advance("1 hour") // leases end, URLs expire, workers have their turns; nothing waits
test.faults.failNext("SampleStore.insert", { transient: true }) // the next call of that method alone
await test.engine.samples.create(ref, { name: "new" }).catch((error) => console.log(error.message))
test.faults.conflictNext() // the next transaction is undone once and runs again
await test.engine.transaction((tx) => tx.datasets.update(ref, { readme: `${samples.length} samples` }))
const events = await test.events()
console.log(events.map(({ type }) => type))
