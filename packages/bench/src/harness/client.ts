/** The client's process: it is sent a load, and sends back what was answered. */
import type { Load } from "./load.ts"
import { run } from "./socketClient.ts"

process.on("message", (load: Load) => {
  void run(load).then((answers) => process.send?.(answers))
})
