/** The words of the settings of a dataset. */
import { roles } from "./parts/roles.ts"
import { ruleNames } from "./parts/rules.ts"

export default {
  title: "Settings",
  nothing:
    "You cannot change anything here. Only managers and admins of the dataset can change its settings.",
  views: {
    general: "General",
    workflow: "Workflow",
    guide: "Guide",
    people: "People",
    danger: "Archive and delete",
  },
  cancel: "Cancel",
  save: "Save",
  saved: "Settings saved.",
  unsaved: "You have unsaved changes.",
  about: "About the dataset",
  nameHint: "Part of the dataset's address. Links with the old name will stop working.",
  taskTypeHint: "Can only be changed while nothing is labeled.",
  readme: "Readme",
  readmeView: "Readme view",
  readmeHint: "Markdown. HTML is removed.",
  write: "Write",
  preview: "Preview",
  noReadme: "No readme yet.",
  guide: {
    title: "Labeling guide",
    view: "Guide view",
    hint: "Markdown, shown beside the work. Everyone is asked to read it again after a change.",
    none: "No labeling guide yet.",
    addPicture: "Add picture",
    pictureFailed: "The picture could not be uploaded: {{reason}}",
    readers: "Who has read this version",
    noReaders: "No collaborators yet.",
    readAt: "Read",
    notRead: "Not yet",
  },
  inactivity: "Inactive after (seconds)",
  inactivityHint: "Time without any input does not count as working time.",
  timeZone: "Time zone",
  timeZoneHint: "Daily statistics use the days of this time zone.",
  dailyGoal: "Daily goal",
  dailyGoalHint:
    "Samples that each person should finish in a day. The workbench shows the progress. 0: no goal.",
  overlap: "People who label each new sample",
  overlapHint:
    "From 1 to 10. With more than one, nobody sees the others' labels, and a reviewer decides between them. Samples that exist keep their number.",
  submitChecks: "Before submitting and accepting",
  submitChecksHint: "What the workbench does when it finds one of these in a label.",
  submitCheck: {
    on_missing_values: "Mandatory values are missing",
    on_empty_label: "The label has no objects",
    on_open_issues: "The sample has open issues",
    on_warnings: "There are other warnings",
  },
  submitPolicy: {
    warn: "Only show it",
    question: "Ask before submitting",
    refuse: "Do not accept the label",
  },
  rejectOn: "Warnings that block a label",
  rejectOnHint:
    "A label with one of these warnings cannot be saved. All other warnings are shown but do not block.",
  rules: ruleNames,
  conflict: {
    title: "Someone else changed these settings",
    text: "Your changes are not saved yet. Choose which values to keep.",
    on: "on",
    off: "off",
    none: "none",
    theirs: "Currently: {{value}}",
    keepMine: "Save mine",
    takeTheirs: "Take theirs",
  },
  roles,
  people: {
    title: "Collaborators",
    none: "No collaborators yet. Only {{owner}} works on this dataset.",
    person: "Person",
    role: "Role",
    roleOf: "Role of {{name}}",
    actions: "Actions",
    remove: "Remove",
    removeOf: "Remove {{name}}",
    removeTitle: "Remove {{name}}",
    removeText:
      "{{name}} loses access, and samples they have claimed return to the queue. Finished work is kept.",
    username: "Username",
    add: "Add person",
    unknown:
      "There is no account named “{{name}}”. To add someone without an account, create an invitation link.",
  },
  typeName: "Type “{{name}}” to confirm",
  archive: {
    title: "Archive dataset",
    text: "An archived dataset can be viewed and exported, but not changed or labeled.",
    confirm: "{{name}} becomes read-only, and open claims end. You can unarchive it at any time.",
    action: "Archive",
  },
  unarchive: {
    title: "Unarchive dataset",
    text: "The dataset can be changed and labeled again.",
    confirm: "{{name}} can be changed and labeled again.",
    action: "Unarchive",
  },
  transfer: {
    title: "Transfer dataset",
    text: "An organization becomes the owner, and the address changes.",
    confirm:
      "The organization becomes the owner, and its admins manage the dataset. Links with the old address will stop working.",
    nowhere: "You are not a member of another organization.",
    to: "New owner",
    action: "Transfer",
  },
  delete: {
    title: "Delete dataset",
    text: "Deletes all samples, labels, issues and releases. This cannot be undone.",
    confirm_one:
      "{{number}} sample and all labels, issues and releases will be deleted. This cannot be undone.",
    confirm_other:
      "{{number}} samples and all labels, issues and releases will be deleted. This cannot be undone.",
    action: "Delete",
  },
} as const
