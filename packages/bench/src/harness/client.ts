/** The client's process: receives a load and sends back the results. */
import type { Load } from "./load.ts"
import { run } from "./socketClient.ts"

process.on("message", (load: Load) => {
  void run(load).then((answers) => process.send?.(answers))
})
