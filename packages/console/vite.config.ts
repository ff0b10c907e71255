/** Builds the console into `dist/site`: files with hashes in their names, and compressed twins that servers send as they are. */
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { precompressed } from "./scripts/precompressed.ts"

export default defineConfig({
  plugins: [react(), precompressed()],
  // Relative addresses: a host may serve the console below any path.
  base: "./",
  experimental: {
    // The server fills in `__BASE__` and `__NONCE__` in each answer.
    renderBuiltUrl: (filename, { hostType }) =>
      hostType === "html" ? `__BASE__${filename}` : { relative: true },
  },
  html: { cspNonce: "__NONCE__" },
  build: {
    outDir: "dist/site",
    manifest: true,
    target: "es2023",
    // The policy of the page allows no `data:` scripts or styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Mantine and the libraries of the shell are many small modules that nearly every page loads: one file has fewer headers.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: "common", test: /node_modules|src/, minShareCount: 22 },
          ],
        },
      },
    },
  },
})
