// Sentences in which backquotes stand around code.

function prose(text) {
  return text.split("`").map((part, i) => (i % 2 ? html("code", { class: "mg-code" }, part) : part));
}
