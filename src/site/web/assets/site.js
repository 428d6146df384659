// Times in the reader's zone, live updates, confirmation of forms, dropping files. Every page works without this script.
"use strict";

const many = (selector, within = document) => [...within.querySelectorAll(selector)];

// The language of the page, as it is used in the reader's country if that is known.
const language = document.documentElement.lang;
const region = navigator.languages.find((known) => known === language || known.startsWith(`${language}-`)) ?? language;

// Times are sent in UTC.
function localTimes(within) {
  const format = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeStyle: "short" });
  for (const time of many("time[datetime]", within)) {
    const moment = new Date(time.dateTime);
    if (isNaN(moment)) continue;
    time.title = time.textContent;
    time.textContent = format.format(moment);
  }
}

// Writes a number into a text that the page has for it, such as `# d`.
function written(text, number) {
  return document.body.dataset[text].replace("#", number);
}

function remaining(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, "0");
  const clock = `${two(hours)}:${two(minutes)}:${two(seconds % 60)}`;
  return days > 0 ? `(${written("days", days)} ${clock})` : `(${clock})`;
}

function countdowns() {
  for (const place of many(".countdown")) place.textContent = remaining(new Date(place.dataset.until) - Date.now());
}

// Whether the reader is filling in a form of this part of the page.
function isInUse(part) {
  const hasFocus = part.contains(document.activeElement) && document.activeElement.matches("input, textarea");
  const fields = many("input:not([type=hidden]), textarea", part);
  const isFilled = fields.some((field) => field.files?.length > 0 || field.value !== field.defaultValue);
  const hasMessage = many("[role=status]", part).some((message) => message.textContent !== "");
  return hasFocus || isFilled || hasMessage;
}

// Replaces parts of the page by their new versions, but not what the reader is using. What is unfolded stays so.
function replaceLive(page) {
  for (const old of many("[data-live]")) {
    const fresh = page.getElementById(old.id);
    if (!fresh || isInUse(old)) continue;
    for (const details of many("details[id]", old)) {
      const same = page.getElementById(details.id);
      if (same) same.open = details.open;
    }
    localTimes(fresh);
    old.replaceWith(document.adoptNode(fresh));
  }
  countdowns();
}

async function text(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

async function refreshPage() {
  if (many("[data-live]").length === 0) return;
  // Another page may have changed the language that the browser keeps.
  const address = new URL(location.href);
  address.searchParams.set("lang", language);
  replaceLive(new DOMParser().parseFromString(await text(address), "text/html"));
}

// On a narrow screen the board shows some of its columns, until the reader wants all.
function chooseColumns() {
  const isComplete = document.querySelector(".more-columns")?.getAttribute("aria-pressed") === "true";
  for (const table of many("#board .standings")) table.classList.toggle("complete", isComplete);
}

function columnsButton() {
  const button = document.querySelector(".more-columns");
  button?.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    chooseColumns();
  });
}

// The board as it was received last.
let shownBoard = document.getElementById("board")?.innerHTML.trim();

async function refreshBoard() {
  const board = document.getElementById("board");
  if (!board) return;
  const fresh = await text(board.dataset.fragment);
  const page = new DOMParser().parseFromString(fresh, "text/html");
  // The event comes also when only the board of the staff has changed.
  const received = page.body.innerHTML.trim();
  if (received === "" || received === shownBoard) return;
  shownBoard = received;
  board.replaceChildren(...page.body.childNodes);
  chooseColumns();
  board.classList.remove("changed");
  void board.offsetWidth;
  board.classList.add("changed");
}

// The pause between two runs of a task, in milliseconds: a page that shows many hand-ins hears of many changes.
const PAUSE = 500;

// Runs a task soon after it is asked for, once for many requests, and only while the page is visible. The random delay
// keeps a thousand open pages from asking at the same moment.
function soon(task, delay) {
  let isPlanned = false;
  let isRunning = false;
  let missed = false;
  const run = async () => {
    isPlanned = false;
    isRunning = true;
    try {
      await task();
    } catch {
      // The next event tries again.
    }
    await new Promise((done) => setTimeout(done, PAUSE));
    isRunning = false;
    if (missed) ask();
  };
  const ask = () => {
    missed = document.hidden || isRunning;
    if (missed || isPlanned) return;
    isPlanned = true;
    setTimeout(run, Math.random() * delay);
  };
  document.addEventListener("visibilitychange", () => missed && ask());
  return ask;
}

function listen(address) {
  const page = soon(refreshPage, 300);
  const board = soon(refreshBoard, 1000);
  const events = new EventSource(address);
  let wasLost = false;
  events.addEventListener("board", board);
  for (const kind of ["hand-in", "announcement", "phase"]) events.addEventListener(kind, page);
  events.addEventListener("error", () => { wasLost = true; });
  events.addEventListener("open", () => {
    if (wasLost) [page, board].forEach((ask) => ask());
    wasLost = false;
  });
  addEventListener("pagehide", () => events.close());
}

function confirmForms() {
  document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.confirm ?? event.target.dataset.confirm;
    if (question && !confirm(question)) event.preventDefault();
  });
}

// Folders that nobody wants to hand in.
const SKIPPED = new Set([".git", ".hg", ".svn", "__pycache__", "node_modules", "target", ".venv"]);

async function filesOf(entry, path, found) {
  if (entry.isFile) {
    const file = await new Promise((done, failed) => entry.file(done, failed));
    found.push([path + entry.name, file]);
    return;
  }
  if (SKIPPED.has(entry.name)) return;
  const reader = entry.createReader();
  for (;;) {
    const entries = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (entries.length === 0) return;
    for (const inner of entries) await filesOf(inner, `${path}${entry.name}/`, found);
  }
}

function chosenFiles(form) {
  const files = many("input[type=file]", form).flatMap((input) => [...input.files]);
  const named = files.map((file) => [file.webkitRelativePath || file.name, file]);
  return named.filter(([name]) => !name.split("/").some((part) => SKIPPED.has(part)));
}

// Sends files with progress; the answer is the page of the hand-in, or a page that says what is wrong.
function send(form, files) {
  const state = document.getElementById("upload-state");
  const button = form.querySelector("button.main");
  const data = new FormData();
  data.append("form", form.elements.form.value);
  for (const [name, file] of files) data.append("file", file, name);
  const request = new XMLHttpRequest();
  const failed = (message) => {
    state.textContent = message;
    state.className = "warning";
    button.disabled = false;
  };
  request.responseType = "document";
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) state.textContent = written("percent", Math.floor((100 * event.loaded) / event.total));
  });
  request.addEventListener("error", () => failed(form.dataset.lost));
  request.addEventListener("load", () => {
    if (request.status < 400) {
      location.assign(request.responseURL);
      return;
    }
    const words = many("main .sentence", request.response ?? document.implementation.createHTMLDocument());
    failed(words.map((word) => word.textContent).join(" ") || String(request.status));
  });
  state.className = "";
  state.textContent = written("percent", 0);
  button.disabled = true;
  request.open("POST", form.action);
  request.send(data);
}

// The form is looked up at each event: live updates replace it.
function dropZone() {
  const form = () => document.getElementById("hand-in");
  const mark = (isOver) => form()?.querySelector(".drop").classList.toggle("over", isOver);
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "hand-in") return;
    const files = chosenFiles(event.target);
    if (files.length === 0) return;
    event.preventDefault();
    send(event.target, files);
  });
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => {
      if (!form()) return;
      event.preventDefault();
      mark(true);
    });
  }
  document.addEventListener("dragleave", (event) => event.relatedTarget || mark(false));
  document.addEventListener("drop", async (event) => {
    if (!form()) return;
    event.preventDefault();
    mark(false);
    // The list of items is empty after the first wait.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const files = [];
    const single = [...event.dataTransfer.files].map((file) => [file.name, file]);
    for (const entry of entries) await filesOf(entry, "", files);
    if (entries.length === 0) files.push(...single);
    if (files.length > 0) send(form(), files);
  });
}

// Hides the items of a list whose names do not contain what is typed into its field.
function filters() {
  document.addEventListener("input", (event) => {
    const list = event.target.dataset.filter;
    if (!list) return;
    const wanted = event.target.value.trim().toLowerCase();
    for (const item of many(`#${list} > li`)) item.hidden = !item.dataset.name.toLowerCase().includes(wanted);
  });
}

document.documentElement.classList.add("scripted");
localTimes(document);
countdowns();
setInterval(countdowns, 1000);
confirmForms();
dropZone();
filters();
columnsButton();
if (document.body.dataset.events) listen(document.body.dataset.events);
