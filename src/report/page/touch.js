// On touch screens the first tap on anything with a description shows it; a second tap does what a click does.

let described = null;

function descriptionOf(element) {
  return element.dataset.about ?? element.title;
}

function describeTapped(event) {
  if (event.pointerType !== "touch") return;
  const element = event.target.closest("[data-about], [title]");
  if (element === null || descriptionOf(element) === "") {
    described = null;
    hideTip();
    return;
  }
  if (element === described) return;
  described = element;
  event.stopPropagation();
  event.preventDefault();
  showTip(element);
}
document.addEventListener("click", describeTapped, { capture: true });

// A tap on a name in the legend does what hovering does; a second one ends it.
let highlighted;
legend.addEventListener("click", (event) => {
  const series = event.target.closest("[data-series]")?.dataset.series;
  highlighted = series === highlighted ? undefined : series;
  highlight(highlighted);
});
