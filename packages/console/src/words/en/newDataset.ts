/** The words of the page that creates a dataset. */
export default {
  title: "New dataset",
  about: "About the dataset",
  owner: "Owner",
  ownerHint: "You, or an organization whose admin you are.",
  address: "Its address is {{name}}.",
  nameMissing: "Enter a name.",
  chooseType: "Choose a task type.",
  taken: "The name is taken. <open>Open {{name}}</open>, or choose another name.",
  later:
    "All of this can be changed later in the settings, the task type only as long as nothing is labeled.",
  create: "Create dataset",
  cancel: "Cancel",
} as const
