/**
 * Builds the components that applications show: `--mode react` for applications with React, `--mode element` with React inside.
 * Everything else that they consist of is in the files, so that no version of an application's libraries matters.
 */
import { join } from "node:path"
import react from "@vitejs/plugin-react"
import { defaultClientConditions, defineConfig, esmExternalRequirePlugin } from "vite"
import { declarations } from "./scripts/declarations.ts"
import { shadowStyles } from "./scripts/shadowStyles.ts"

/** The application has it. */
const ofReact = /^react(-dom)?(\/|$)/

export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    shadowStyles(),
    declarations(mode),
    // Libraries in the old module format would call `require`, which no browser has.
    ...(mode === "react" ? [esmExternalRequirePlugin({ external: [ofReact] })] : []),
  ],
  resolve: {
    // The check of labels is built from its source, so that the console needs no other build.
    conditions: ["annotary-source", ...defaultClientConditions],
    alias: {
      // styles.ts makes all variables of our theme; those of Mantine's own would overwrite them.
      "@mantine/core/styles/default-css-variables.css": join(import.meta.dirname, "src/embed/none.css"),
    },
  },
  // Files that a page loads without a bundler have no `process`.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  publicDir: false,
  build: {
    outDir: `dist/${mode}`,
    target: "es2023",
    cssCodeSplit: false,
    // With `light-dark()`: what stands for it in older browsers reads the scheme of the page, not of the component.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    chunkSizeWarningLimit: 900,
    lib: { entry: { [mode]: `src/embed/${mode}.tsx` }, formats: ["es"] },
    rolldownOptions: {
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "chunks/[name]-[hash].js",
        // An application's bundler minifies what is for React; the element's files are loaded as they are.
        minify: mode === "element",
      },
    },
  },
}))
