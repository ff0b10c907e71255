/** CPU time of processes. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, it } from "vitest"
import { measureWithCpu, readCpuMillis, readEndedCpuMillis } from "../src/harness/cpu.ts"

const spin =
  "const end = process.cpuUsage().user + 1e5; while (process.cpuUsage().user < end); console.log('done')"

it("counts the CPU time of a server and of its child processes, and divides it by the calls", async () => {
  const child = spawn(process.execPath, [
    "-e",
    `require("child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(spin)}]); ${spin}; setInterval(() => {}, 1000)`,
  ])
  try {
    const { cpuMillis, value } = await measureWithCpu([child.pid ?? 0], async () => {
      await once(child.stdout, "data")
      return { count: 10, perSecond: 7 }
    })
    expect(value).toBe(7)
    expect(cpuMillis).toBeGreaterThan(15)
  } finally {
    child.kill()
  }
})

it("refuses a process that has ended", async () => {
  const child = spawn(process.execPath, ["-e", "0"])
  await once(child, "exit")
  expect(() => readCpuMillis(child.pid ?? 0)).toThrow("There is no process")
})

it("counts the CPU time of a command that has ended", async () => {
  const before = readEndedCpuMillis()
  await once(spawn(process.execPath, ["-e", spin], { stdio: "ignore" }), "exit")
  expect(readEndedCpuMillis() - before).toBeGreaterThanOrEqual(90)
})
