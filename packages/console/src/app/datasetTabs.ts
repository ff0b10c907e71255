/**
 * The pages of a dataset in its navigation, from top to bottom. Each has a route below `datasetRoute` and a word in `shell.tabs`.
 * `needs`: the permission without which the page shows nothing.
 */
export const datasetTabs = [
  { name: "overview", to: "/d/$owner/$dataset", needs: "read" },
  { name: "samples", to: "/d/$owner/$dataset/samples", needs: "read" },
  { name: "configuration", to: "/d/$owner/$dataset/configuration", needs: "read" },
  { name: "queue", to: "/d/$owner/$dataset/queue", needs: "label" },
  { name: "issues", to: "/d/$owner/$dataset/issues", needs: "read" },
  { name: "quality", to: "/d/$owner/$dataset/quality", needs: "check" },
  { name: "agreement", to: "/d/$owner/$dataset/agreement", needs: "view_work" },
  { name: "gold", to: "/d/$owner/$dataset/gold", needs: "view_work" },
  { name: "releases", to: "/d/$owner/$dataset/releases", needs: "read" },
  { name: "imports", to: "/d/$owner/$dataset/import", needs: "import" },
  { name: "exports", to: "/d/$owner/$dataset/exports", needs: "export" },
  { name: "settings", to: "/d/$owner/$dataset/settings", needs: "list_collaborators" },
] as const
