/** Builds the console into `dist/site`: files with hashes in their names, and compressed twins that servers send as they are. */
import react from "@vitejs/plugin-react"
import { defaultClientConditions, defineConfig } from "vite"
import { firstFiles } from "./scripts/firstFiles.ts"
import { precompressed } from "./scripts/precompressed.ts"

const mantine = (names: string): string => `@mantine/core/esm/components/(${names.replaceAll(" ", "|")})/`

/** The modules that the first page needs. Modules that only later pages load would make it larger. */
const firstPage = new RegExp(
  [
    "node_modules/(@tanstack/(react-)?(router|query|history|store)|router-core|query-core|i18next|react-i18next|openapi-fetch|clsx|get-nonce)",
    "@mantine/core/esm/core/",
    mantine(
      "ActionIcon Alert Anchor Button CloseButton Divider Group InlineInput Input Loader Paper PasswordInput Stack Text Title Transition UnstyledButton",
    ),
    "vite/preload-helper",
    "console/src/(api|app/InMain|ui/(Page|ProblemPanel|Visible|visibleText|useCountdown))",
  ].join("|"),
)

/** What the frame around the pages behind the sign-in needs, with the lists that most of them begin with. */
const frame = new RegExp(
  [
    "node_modules/(@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tabbable)",
    mantine(
      "AppShell Burger NavLink Collapse Menu Popover Portal FocusTrap VisuallyHidden ScrollArea Skeleton Table Floating Tooltip Badge InputBase NativeSelect TextInput CopyButton",
    ),
    "@mantine/core/esm/components/Combobox/ComboboxChevron/",
    "console/src/(app/(Shell|AccountMenu|ClaimsMenu|DatasetNav|DatasetFrame|keys/(PageKeys|usePageKeys))|ui/(When|TableSection|CopyField|FilterText|curl))",
  ].join("|"),
)

/** Inputs and dialogs, which most pages have some of. */
const forms = new RegExp(
  [
    mantine(
      "Checkbox Combobox Fieldset Modal ModalBase Overlay Pill PillsInput MultiSelect Radio SegmentedControl FloatingIndicator Select Switch Textarea NumberInput Progress Tabs",
    ),
    "console/src/ui/(ActionDialog|Dialog|ManySelect)",
  ].join("|"),
)

export default defineConfig({
  plugins: [react(), firstFiles(), precompressed()],
  // The check of labels is built from its source, so that the console needs no other build.
  resolve: { conditions: ["annotary-source", ...defaultClientConditions] },
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
    // With `light-dark()`: what stands for it in older browsers follows the system and not the chosen scheme.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The policy of the page allows no `data:` scripts or styles.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Mantine and the libraries of the shell are many small modules: what the first page needs is one file, which has fewer headers.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: "common",
              test: (id) => firstPage.test(id) && !/react-i18next\/dist\/es\/Trans/.test(id),
            },
            { name: "frame", test: frame },
            { name: "forms", test: forms },
          ],
        },
      },
    },
  },
})
