/**
 * Parses compressed LAS files. A separate worker: its decoder is WebAssembly, which the policy of the page forbids and the one of this file
 * allows.
 */
import createLazPerf from "laz-perf/lib/worker/laz-perf.js"
import address from "laz-perf/lib/worker/laz-perf.wasm?url"
import { CloudError } from "../formats/CloudError.ts"
import { type LazDecoder, parseLaz } from "../formats/laz.ts"
import { serve } from "./serve.ts"

let program: Promise<ArrayBuffer> | undefined

const load = async (): Promise<ArrayBuffer> => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(String(response.status))
  return response.arrayBuffer()
}

const loadDecoder = async (): Promise<LazDecoder> => {
  program ??= load()
  try {
    // What it prints is said again by the error.
    return await createLazPerf({ wasmBinary: await program, printErr: () => {} })
  } catch (error) {
    program = undefined
    throw new CloudError("decoder", { text: error instanceof Error ? error.message : String(error) })
  }
}

serve(async (bytes) => {
  const cloud = parseLaz(bytes, await loadDecoder())
  if (cloud.count === 0) throw new CloudError("empty")
  return cloud
})
